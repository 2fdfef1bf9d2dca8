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
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.reactive.asFlow
import org.springframework.beans.factory.ObjectProvider

open class FlowBean(private val self: ObjectProvider<FlowBean>) {

    @Retryable("p")
    open fun call(steps: Steps): Flow<Any> = steps.flux().asFlow()

    @Retryable("p", fallback = "other")
    open fun withFallback(steps: Steps): Flow<Any> = steps.flux().asFlow()

    open fun other(steps: Steps, failure: Throwable): Flow<Any> = flowOf(steps.fallback(failure))

    @Retryable("outer")
    open fun outer(steps: Steps): Flow<Any> = self.getObject().call(steps)
}
