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
package io.github.retrystarter.aop

import io.github.retrystarter.annotation.Retryable
import java.io.IOException
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.reactivestreams.Publisher
import reactor.core.publisher.Mono

private class SuspendingFallbackTests {

    open class Shop {

        @Retryable("p", fallback = "later") open suspend fun charge(order: String): String = order

        open suspend fun later(order: String, failure: Exception): String = order + failure.message

        open suspend fun later(order: String): String = order

        @Retryable("p", fallback = "number") open suspend fun count(): String = ""

        open suspend fun number(): Int = 1

        @Retryable("p", fallback = "last") open suspend fun turn(): String = ""

        open fun last(to: Continuation<String>, failure: Exception): Any = "$to $failure"

        @Retryable("p", fallback = "plain") open suspend fun send(order: String): String = order

        open fun plain(order: String): String = order
    }

    private val caller = Continuation<String>(EmptyCoroutineContext) {}

    private fun fallback(name: String): FallbackMethod =
        FallbackMethods.of(Shop::class.java.declaredMethods.first { it.name == name }, Shop::class.java).orElseThrow()

    private fun answer(failure: Throwable?): Any? {
        val answer = fallback("charge").invoke(Shop(), arrayOf("A", caller), failure)
        return Mono.from(answer as Publisher<*>).block()
    }

    @Test
    fun theFailureComesBeforeTheContinuation() {
        assertThat(answer(IOException("!"))).isEqualTo("A!")
        assertThat(answer(null)).isEqualTo("A")
    }

    @Test
    fun theResultIsWhatTheContinuationTakes() {
        assertThatThrownBy { fallback("count") }.hasMessageContaining("returns java.lang.Integer, needed is java.lang.String")
    }

    @Test
    fun aFunctionThatDoesNotSuspendDoesNotFit() {
        assertThatThrownBy { fallback("turn") }.hasMessageContaining("whose parameters do not fit")
        assertThatThrownBy { fallback("send") }.hasMessageContaining("whose parameters do not fit")
    }
}
