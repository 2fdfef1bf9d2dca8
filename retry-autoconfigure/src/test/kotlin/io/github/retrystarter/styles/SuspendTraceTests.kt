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
import io.github.retrystarter.testing.RetryContexts
import io.github.retrystarter.testing.Tracing
import io.github.retrystarter.testing.VirtualTime
import io.micrometer.observation.ObservationRegistry
import java.net.ConnectException
import java.util.function.Supplier
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** A trace of a suspending function. */
private class SuspendTraceTests {

    private val time = VirtualTime()
    private val tracing = Tracing(time.ticker())

    open class Charging {

        private var attempts = 0

        @Retryable("p")
        open suspend fun charge(): String {
            delay(1)
            if (++attempts < 3) {
                throw ConnectException("refused")
            }
            return "receipt"
        }
    }

    @Test
    fun attemptsAndWaitsHangBelowTheCall() {
        RetryContexts.runner(time)
            .withPropertyValues("retry.policies.p.backoff=constant", "retry.policies.p.base=100ms")
            .withBean(ObservationRegistry::class.java, Supplier { tracing.registry() })
            .withBean(Charging::class.java)
            .run { context ->
                runBlocking { assertThat(context.getBean(Charging::class.java).charge()).isEqualTo("receipt") }

                val call = tracing.span("retry p")
                assertThat(tracing.spans("retry p attempt").map { it.parentSpanId })
                    .containsExactly(call.spanId, call.spanId, call.spanId)
                assertThat(tracing.spans("retry p wait").map { it.parentSpanId })
                    .containsExactly(call.spanId, call.spanId)
                assertThat(tracing.registry().currentObservation).isNull()
            }
    }
}
