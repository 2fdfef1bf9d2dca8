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

import io.github.retrystarter.execution.AttemptOutcome
import io.github.retrystarter.execution.CallOutcome
import io.github.retrystarter.execution.RetryCounts
import io.github.retrystarter.execution.RetryPolicies
import io.github.retrystarter.execution.RetryWaits
import io.github.retrystarter.settings.GiveUpReason
import io.github.retrystarter.styles.SuspendingFunctions.Surroundings
import io.github.retrystarter.testing.JavaProcess
import io.github.retrystarter.testing.RetryContexts
import io.github.retrystarter.testing.VirtualTime
import io.github.retrystarter.testing.Yaml
import java.net.ConnectException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.slf4j.MDCContext
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.aop.support.AopUtils
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.ApplicationContext
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.test.util.AopTestUtils
import org.springframework.transaction.annotation.EnableTransactionManagement

private class SuspendingFunctionTests {

    private val time = VirtualTime()
    private val first = ConnectException("first")
    private val second = ConnectException("second")
    private val third = ConnectException("third")

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    class Transactions {

        @Bean fun transactions() = RecordedTransactions()
    }

    private fun configured(runner: ApplicationContextRunner) =
        runner.withInitializer(
            Yaml.file(
                """
                retry.policies:
                  p: {attempts: 3, backoff: constant, base: 10ms, budget.enabled: false}
                  exposed: {attempts: 3, backoff: constant, base: 10ms, expose-attempt: true}
                """
                    .trimIndent()
            )
        )

    private fun withFunctions(test: suspend (SuspendingFunctions, RetryCounts) -> Unit) {
        configured(RetryContexts.runner(time)).withBean(SuspendingFunctions::class.java).run { context ->
            runBlocking { test(context.getBean(SuspendingFunctions::class.java), counts(context)) }
        }
    }

    /** On the machine's own time, where a wait lasts until somebody ends it. */
    private fun waiting(test: (SuspendingFunctions, RetryCounts, RetryWaits) -> Unit) {
        configured(RetryContexts.runner())
            .withPropertyValues("retry.policies.p.base=1h", "retry.policies.p.cap=1h")
            .withBean(SuspendingFunctions::class.java)
            .run { context ->
                test(
                    context.getBean(SuspendingFunctions::class.java),
                    counts(context),
                    context.getBean(RetryWaits::class.java),
                )
            }
    }

    private fun counts(context: ApplicationContext) = context.getBean(RetryPolicies::class.java)["p"].counts()

    private fun until(condition: () -> Boolean) {
        val end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20)
        while (!condition()) {
            assertThat(System.nanoTime()).`as`("the bounded wait is over").isLessThan(end)
            LockSupport.parkNanos(100_000)
        }
    }

    // B89
    @Test
    fun aFunctionThatSuspendsForRealIsCalledAgainForEachAttempt() = withFunctions { bean, counts ->
        val steps = Steps.of(first, second, "value")

        assertThat(bean.value(steps)).isEqualTo("value")

        assertThat(steps.calls()).isEqualTo(3)
        assertThat(time.sleeper().waitsInMillis()).containsExactly(10L, 10L)
        assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(1)
    }

    @Test
    fun whatIsThrownBeforeTheFirstSuspensionIsRetriedToo() = withFunctions { bean, _ ->
        val steps = Steps.of(Steps.Thrown(first), "value")

        assertThat(bean.value(steps)).isEqualTo("value")

        assertThat(steps.calls()).isEqualTo(2)
    }

    @Test
    fun theCallerCatchesTheLastFailureItself() = withFunctions { bean, _ ->
        val caught = runCatching { bean.value(Steps.of(first, second, third)) }.exceptionOrNull()

        assertThat(caught).isSameAs(third)
    }

    // B89
    @Test
    fun theEndOfTheScopeEndsTheWaitAndEveryFurtherAttempt() = waiting { bean, counts, waits ->
        val steps = Steps.of(first, "value")
        val scope = CoroutineScope(Dispatchers.Default)
        val job = scope.launch { bean.value(steps) }
        until { counts.waiting() == 1L }

        scope.cancel()

        runBlocking { job.join() }
        until { counts.giveUps(GiveUpReason.CANCELLED) == 1L }
        assertThat(job.isCancelled).isTrue()
        assertThat(steps.calls()).isEqualTo(1)
        assertThat(counts.waiting()).isZero()
        assertThat(waits.inProgress()).isZero()
    }

    @Test
    fun theEndOfTheScopeReachesTheAttemptInFlight() = waiting { bean, counts, _ ->
        val steps = Steps.of(Steps.NEVER, "value")
        val job = CoroutineScope(Dispatchers.Default).launch { bean.value(steps) }
        steps.awaitInFlight()

        runBlocking { job.cancelAndJoin() }

        steps.awaitCancelled()
        until { counts.giveUps(GiveUpReason.CANCELLED) == 1L }
        assertThat(counts.attempts(AttemptOutcome.FAILURE)).isEqualTo(1)
        assertThat(steps.calls()).isEqualTo(1)
    }

    @Test
    fun aCoroutineThatHasEndedBeforeMakesNoAttempt() = waiting { bean, counts, waits ->
        val steps = Steps.of(first, "value")

        val job =
            CoroutineScope(Dispatchers.Default).launch {
                currentCoroutineContext().cancel()
                bean.value(steps)
            }

        runBlocking { job.join() }
        assertThat(job.isCancelled).isTrue()
        assertThat(steps.calls()).isZero()
        assertThat(CallOutcome.entries.sumOf { counts.calls(it) }).isZero()
        assertThat(waits.inProgress()).isZero()
    }

    @Test
    fun aTimeLimitOfTheCallerEndsTheWait() = waiting { bean, counts, waits ->
        val steps = Steps.of("value", first, "value")
        runBlocking { bean.value(steps) }

        val caught = runCatching { runBlocking { withTimeout(2_000) { bean.value(steps) } } }.exceptionOrNull()

        assertThat(caught).isInstanceOf(TimeoutCancellationException::class.java)
        until { counts.giveUps(GiveUpReason.CANCELLED) == 1L }
        assertThat(steps.calls()).isEqualTo(2)
        assertThat(waits.inProgress()).isZero()
    }

    @Test
    fun theFailureOfASiblingEndsTheWait() = waiting { bean, counts, waits ->
        val steps = Steps.of(first, "value")
        val failure = IllegalStateException("of the sibling")

        val caught =
            runCatching {
                    runBlocking(Dispatchers.Default) {
                        coroutineScope {
                            launch { bean.value(steps) }
                            launch {
                                until { counts.waiting() == 1L }
                                throw failure
                            }
                        }
                    }
                }
                .exceptionOrNull()

        assertThat(caught).isSameAs(failure)
        until { counts.giveUps(GiveUpReason.CANCELLED) == 1L }
        assertThat(steps.calls()).isEqualTo(1)
        assertThat(waits.inProgress()).isZero()
    }

    @Test
    fun whoeverWantsTheFirstElementOfAFlowOnlyHasMadeAGoodCall() = withFunctions { bean, counts ->
        val steps = Steps.of(first, second, "value")

        assertThat(bean.stream(steps).take(1).toList()).containsExactly(1)
        assertThat(bean.endless(Steps.of(first, "value")).take(1).toList()).containsExactly("value")
        assertThat(bean.endless(Steps.of("value")).first()).isEqualTo("value")

        assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(2)
        assertThat(counts.calls(CallOutcome.FIRST_TRY)).isEqualTo(1)
        assertThat(counts.calls(CallOutcome.GAVE_UP)).isZero()
    }

    @Test
    fun everyAttemptHasATransactionOfItsOwn() {
        configured(RetryContexts.runner(time))
            .withUserConfiguration(Transactions::class.java)
            .withBean(SuspendingFunctions::class.java)
            .run { context ->
                val bean = context.getBean(SuspendingFunctions::class.java)
                val steps = Steps.of(first, second, "value")

                assertThat(runBlocking { bean.transactional(steps) }).isEqualTo("value")

                assertThat(steps.calls()).isEqualTo(3)
                assertThat(context.getBean(RecordedTransactions::class.java).steps)
                    .containsExactly("begin", "rollback", "begin", "rollback", "begin", "commit")
            }
    }

    // B89
    @Test
    fun withoutTheLibrariesOfKotlinStartUpStopsByName() {
        val process = JavaProcess.runWithout("kotlinx-coroutines-reactor", SuspendingApplication::class.java)

        assertThat(process.output())
            .contains("APPLICATION FAILED TO START")
            .contains("SuspendingApplication\$Client.fetch of the bean \"client\" is a suspending function")
            .contains("org.jetbrains.kotlinx:kotlinx-coroutines-reactor")
        assertThat(process.exitCode()).isNotZero()
    }

    @Test
    fun everyAttemptRunsInTheCoroutineContextOfTheCaller() {
        Executors.newSingleThreadExecutor().asCoroutineDispatcher().use { own ->
            withFunctions { bean, _ ->
                withContext(own + CoroutineName("caller") + MDCContext(mapOf("id" to "7"))) {
                    bean.surrounded(Steps.of(first, second, "value"))
                }

                val target: SuspendingFunctions = AopTestUtils.getTargetObject(bean)
                assertThat(target.surroundings)
                    .hasSize(3)
                    .containsOnly(Surroundings("caller", own, "7"))
            }
        }
    }

    @Test
    fun aFunctionMayGiveNothing() = withFunctions { bean, counts ->
        bean.nothing(Steps.of(first, "value"))

        assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(1)
    }

    @Test
    fun aFunctionMayGiveNull() = withFunctions { bean, _ ->
        assertThat(bean.perhaps(Steps.of(first, "none"))).isNull()
        assertThat(bean.perhaps(Steps.of(first, "some"))).isEqualTo("some")
    }

    @Test
    fun aFunctionMayGiveAPrimitive() = withFunctions { bean, _ ->
        val number: Int = bean.number(Steps.of(first, 7))

        assertThat(number).isEqualTo(7)
    }

    @Test
    fun aFunctionMayHaveDefaults() = withFunctions { bean, _ ->
        assertThat(bean.withDefault(Steps.of(first, "value"))).isEqualTo("value!")
    }

    @Test
    fun aFunctionThatSuspendsAndThenGivesAFlowIsRetriedUntilItsFirstElement() = withFunctions { bean, counts ->
        val steps = Steps.of(first, second, "value")

        assertThat(bean.stream(steps).toList()).containsExactly(1, "value")

        assertThat(steps.calls()).isEqualTo(3)
        assertThat(counts.calls(CallOutcome.RECOVERED)).isEqualTo(1)
    }

    @Test
    fun aFlowThatHasEmittedIsNotRetried() = withFunctions { bean, counts ->
        val steps = Steps.of(first, "value")
        val seen = mutableListOf<Any>()

        val caught = runCatching { bean.brokenStream(steps).collect { seen += it } }.exceptionOrNull()

        assertThat(caught).isSameAs(first)
        assertThat(seen).containsExactly(1)
        assertThat(steps.calls()).isEqualTo(1)
        assertThat(counts.giveUps(GiveUpReason.NOT_REPEATABLE)).isEqualTo(1)
    }

    @Test
    fun aFallbackMaySuspendTooAndKnowsTheCoroutineOfTheCaller() = withFunctions { bean, _ ->
        val answer = withContext(CoroutineName("caller")) { bean.withFallback(Steps.of(first)) }

        assertThat(answer).isEqualTo("caller: fallback")
    }

    @Test
    fun aFallbackMayGiveAFlow() = withFunctions { bean, _ ->
        assertThat(bean.streamWithFallback(Steps.of(first)).toList()).containsExactly("instead")
    }

    @Test
    fun aTimeOutOfCoroutinesIsACancellationAndIsNotRetried() = withFunctions { bean, counts ->
        val steps = Steps.of(Steps.NEVER, "value")

        val caught = runCatching { bean.timedOut(steps) }.exceptionOrNull()

        assertThat(caught).isInstanceOf(TimeoutCancellationException::class.java)
        assertThat(steps.calls()).isEqualTo(1)
        assertThat(counts.giveUps(GiveUpReason.CANCELLED)).isEqualTo(1)
    }

    @Test
    fun aTimeLimitOfTheFunctionsOwnIsRetried() = withFunctions { bean, _ ->
        val steps = Steps.of(Steps.NEVER, "value")

        assertThat(bean.limited(steps)).isEqualTo("value")

        assertThat(steps.calls()).isEqualTo(2)
    }

    @Test
    fun aPlainFunctionBlocks() = withFunctions { bean, _ ->
        val steps = Steps.of(first, second, "value")

        assertThat(bean.blocking(steps)).isEqualTo("value")

        assertThat(steps.calls()).isEqualTo(3)
    }

    @Test
    fun theContextOfReactorTellsTheAttempt() = withFunctions { bean, _ ->
        assertThat(bean.attempt(Steps.of(first, "value"))).isEqualTo(2)
    }

    @Test
    fun aFunctionOfAnInterfaceIsRetriedThroughAProxyOfTheJdk() {
        configured(RetryContexts.runner(time))
            .withPropertyValues("spring.aop.proxy-target-class=false")
            .withBean(FinalCatalogue::class.java)
            .run { context ->
                val bean = context.getBean(Catalogue::class.java)
                val steps = Steps.of(first, second, "value")

                assertThat(AopUtils.isJdkDynamicProxy(bean)).isTrue()
                assertThat(runBlocking { bean.find(steps) }).isEqualTo("value")
                assertThat(steps.calls()).isEqualTo(3)
            }
    }

    @Test
    fun aFinalClassStopsStartUpByName() {
        configured(RetryContexts.runner(time)).withBean(FinalClass::class.java).run { context ->
            assertThat(context.startupFailure).hasStackTraceContaining(FinalClass::class.java.name)
        }
    }
}
