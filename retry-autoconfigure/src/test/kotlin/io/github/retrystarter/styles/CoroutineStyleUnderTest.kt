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

import io.github.retrystarter.settings.GiveUpReason
import java.util.concurrent.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.future.future
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.springframework.context.ApplicationContext

/** Methods that are called in a coroutine, which begins on the thread of the test. */
class CoroutineStyleUnderTest<B : Any>(
    private val bean: Class<B>,
    private val givesMany: Boolean,
    private val calling: suspend (B, Steps) -> Any,
    private val callingWithFallback: suspend (B, Steps) -> Any,
    private val callingNested: suspend (B, Steps) -> Any,
) : Style {

    private val scope = CoroutineScope(Dispatchers.Unconfined + SupervisorJob())

    override fun bean(): Class<*> = bean

    override fun call(context: ApplicationContext, steps: Steps) = running(context, steps, calling)

    override fun withFallback(context: ApplicationContext, steps: Steps) = running(context, steps, callingWithFallback)

    override fun nested(context: ApplicationContext, steps: Steps) = running(context, steps, callingNested)

    private fun running(context: ApplicationContext, steps: Steps, call: suspend (B, Steps) -> Any): Running {
        val target = context.getBean(bean)
        return RunningFuture(scope.future { call(target, steps) })
    }

    override fun stopReason() = GiveUpReason.CANCELLED

    override fun assertStopped(running: Running, lastFailure: Throwable) {
        assertThatThrownBy(running::await).isInstanceOf(CancellationException::class.java)
    }

    override fun givesMany() = givesMany
}
