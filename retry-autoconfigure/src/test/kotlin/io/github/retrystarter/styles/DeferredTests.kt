/*
 * Copyright 2026 the Retry Starter authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.retrystarter.styles

import io.github.retrystarter.annotation.Retryable
import io.github.retrystarter.execution.CallOutcome
import io.github.retrystarter.execution.RetryPolicies
import io.github.retrystarter.testing.RetryContexts
import io.github.retrystarter.testing.VirtualTime
import io.github.retrystarter.testing.Yaml
import java.net.ConnectException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

private class DeferredTests {

    open class Bean {

        private val scope = CoroutineScope(Dispatchers.Default + SupervisorJob())

        @Retryable("p")
        open fun call(steps: Steps): Deferred<Any> = scope.async { steps.mono().awaitSingle() }
    }

    @Test
    fun aDeferredIsMadeAgainForEachAttempt() {
        RetryContexts.runner(VirtualTime())
            .withInitializer(Yaml.file("retry.policies.p: {attempts: 3, backoff: constant, base: 10ms}"))
            .withBean(Bean::class.java)
            .run { context ->
                val steps = Steps.of(ConnectException("first"), ConnectException("second"), "value")

                val value = runBlocking { context.getBean(Bean::class.java).call(steps).await() }

                assertThat(value).isEqualTo("value")
                assertThat(steps.calls()).isEqualTo(3)
                val counts = context.getBean(RetryPolicies::class.java)["p"].counts()
                assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(1)
            }
    }
}
