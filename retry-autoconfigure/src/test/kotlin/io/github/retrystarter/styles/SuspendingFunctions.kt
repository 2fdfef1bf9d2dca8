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
import io.github.retrystarter.execution.Attempt
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.TimeoutException
import kotlin.coroutines.ContinuationInterceptor
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.reactor.ReactorContext
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.slf4j.MDC
import org.springframework.transaction.annotation.Transactional

/** Suspending functions of many kinds, all of which suspend for real before they go on. */
open class SuspendingFunctions {

    val surroundings = CopyOnWriteArrayList<Surroundings>()

    /** What a function knows of the coroutine that it runs in. */
    data class Surroundings(val name: String?, val dispatcher: ContinuationInterceptor?, val logging: String?)

    private suspend fun Steps.afterASuspension(): Any {
        delay(1)
        return mono().awaitSingle()
    }

    @Retryable("p")
    open suspend fun value(steps: Steps): Any = steps.afterASuspension()

    @Retryable("p")
    open suspend fun surrounded(steps: Steps): Any {
        val context = currentCoroutineContext()
        surroundings +=
            Surroundings(
                context[CoroutineName]?.name,
                context[ContinuationInterceptor],
                MDC.get("id"),
            )
        return steps.afterASuspension()
    }

    @Retryable("p")
    open suspend fun nothing(steps: Steps) {
        steps.afterASuspension()
    }

    @Retryable("p")
    open suspend fun perhaps(steps: Steps): String? = steps.afterASuspension().toString().takeUnless { it == "none" }

    @Retryable("p")
    open suspend fun number(steps: Steps): Int = steps.afterASuspension() as Int

    @Retryable("p")
    open suspend fun stream(steps: Steps): Flow<Any> {
        val value = steps.afterASuspension()
        return flow {
            emit(1)
            emit(value)
        }
    }

    @Retryable("p")
    open suspend fun brokenStream(steps: Steps): Flow<Any> = flow {
        emit(1)
        emit(steps.afterASuspension())
    }

    @Retryable("p")
    open fun endless(steps: Steps): Flow<Any> = flow {
        emit(steps.afterASuspension())
        awaitCancellation()
    }

    @Retryable("p")
    @Transactional(rollbackFor = [Exception::class])
    open suspend fun transactional(steps: Steps): Any = steps.afterASuspension()

    @Retryable("p", fallback = "instead")
    open suspend fun withFallback(steps: Steps): Any = steps.afterASuspension()

    open suspend fun instead(steps: Steps, failure: Throwable): Any {
        delay(1)
        return "${currentCoroutineContext()[CoroutineName]?.name}: ${steps.fallback(failure)}"
    }

    @Retryable("p", fallback = "noStream")
    open suspend fun streamWithFallback(steps: Steps): Flow<Any> = flow { emit(steps.afterASuspension()) }

    open suspend fun noStream(steps: Steps): Flow<Any> {
        delay(1)
        return flow { emit("instead") }
    }

    @Retryable("p")
    open suspend fun timedOut(steps: Steps): Any = withTimeout(1) { steps.mono().awaitSingle() }

    @Retryable("p")
    open suspend fun limited(steps: Steps): Any =
        withTimeoutOrNull(20) { steps.mono().awaitSingle() } ?: throw TimeoutException("one attempt took too long")

    @Retryable("p")
    open suspend fun withDefault(steps: Steps, suffix: String = "!"): String = "${steps.afterASuspension()}$suffix"

    @Retryable("p") open fun blocking(steps: Steps): Any = steps.blocking()

    @Retryable("exposed")
    open suspend fun attempt(steps: Steps): Int {
        steps.mono().awaitSingle()
        val context = currentCoroutineContext()[ReactorContext]!!.context
        return context.get(Attempt::class.java).number()
    }
}

interface Catalogue {

    suspend fun find(steps: Steps): Any
}

/** Has an interface, through which a JDK proxy can call it. */
class FinalCatalogue : Catalogue {

    @Retryable("p")
    override suspend fun find(steps: Steps): Any {
        delay(1)
        return steps.mono().awaitSingle()
    }
}

/** As Kotlin has it where nobody writes otherwise: no proxy can extend it. */
class FinalClass {

    @Retryable("p") suspend fun value(steps: Steps): Any = steps.mono().awaitSingle()
}
