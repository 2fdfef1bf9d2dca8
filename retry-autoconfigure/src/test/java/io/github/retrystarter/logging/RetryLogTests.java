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
package io.github.retrystarter.logging;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.HandTime;
import io.github.retrystarter.testing.ManualTicker;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

/** What a storm of give-ups does to the log. */
class RetryLogTests {

    private static final Pattern MORE = Pattern.compile("(\\d+) more give-ups? \\((\\S+)\\) within (\\d+) s");

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.retrystarter");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ManualTicker ticker = new ManualTicker();
    private final RetryLog log = new RetryLog(() -> ticker);
    private final HandTime timer = new HandTime();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private static RetryEvent event(RetryEvent.Kind kind, String policy, GiveUpReason reason) {
        return new RetryEvent(
                kind,
                policy,
                null,
                2,
                new ConnectException("refused"),
                Duration.ZERO,
                null,
                reason,
                Duration.ofMillis(10),
                Duration.ofMillis(10));
    }

    private void giveUp(String policy, GiveUpReason reason, int times) {
        giveUp(log, policy, reason, times);
    }

    private static void giveUp(RetryLog log, String policy, GiveUpReason reason, int times) {
        for (int i = 0; i < times; i++) {
            log.onRetryEvent(event(RetryEvent.Kind.GAVE_UP, policy, reason));
        }
    }

    private List<String> warnings() {
        synchronized (lines) {
            return lines.list.stream()
                    .filter(event -> event.getLevel() == Level.WARN)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }

    @Test
    void theFirstGiveUpsOfAWhileHaveLinesAndTheOthersACount() {
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 1_000);
        assertThat(warnings()).hasSize(10).allMatch(line -> line.contains("gave up after 2 attempts"));

        ticker.advance(Duration.ofSeconds(12));
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 1);

        assertThat(warnings()).hasSize(12);
        assertThat(warnings().get(10))
                .isEqualTo("Retry policy \"p\": 990 more give-ups (attempts-exhausted) within 1 s left out;"
                        + " at debug each has its line");
        assertThat(warnings().get(11)).contains("gave up after 2 attempts");
    }

    @Test
    void fewGiveUpsAreAllThere() {
        for (int i = 0; i < 50; i++) {
            giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 10);
            ticker.advance(Duration.ofSeconds(10));
        }
        assertThat(warnings()).hasSize(500).noneMatch(line -> line.contains("left out"));
    }

    @Test
    void eachPolicyAndEachReasonHasLinesOfItsOwn() {
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 20);
        giveUp("p", GiveUpReason.BUDGET, 20);
        giveUp("q", GiveUpReason.BUDGET, 20);

        assertThat(warnings()).hasSize(30);
    }

    @Test
    void theCountComesWithWhateverThePolicyDoesNext() {
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 15);
        giveUp("p", GiveUpReason.BUDGET, 11);
        log.onRetryEvent(event(RetryEvent.Kind.RECOVERED, "p", null));
        assertThat(warnings()).hasSize(20);

        ticker.advance(Duration.ofSeconds(10));
        log.onRetryEvent(event(RetryEvent.Kind.RECOVERED, "q", null));
        assertThat(warnings()).hasSize(20);

        log.onRetryEvent(event(RetryEvent.Kind.RECOVERED, "p", null));
        assertThat(warnings()).hasSize(22);
        assertThat(warnings().get(20)).contains("5 more give-ups (attempts-exhausted) within 1 s");
        assertThat(warnings().get(21)).contains("1 more give-up (budget) within 1 s");

        log.onRetryEvent(event(RetryEvent.Kind.RECOVERED, "p", null));
        assertThat(warnings()).hasSize(22);
    }

    @Test
    void whatIsLeftIsToldAtTheEnd() {
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 12);
        log.close();
        log.close();

        assertThat(warnings()).hasSize(11);
        assertThat(warnings().get(10)).contains("2 more give-ups (attempts-exhausted)");
    }

    @Test
    void atDebugEachHasItsLine() {
        logger.setLevel(Level.DEBUG);
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 25);

        assertThat(lines.list.stream().filter(event -> event.getLevel() == Level.DEBUG))
                .hasSize(15);
        assertThat(warnings()).hasSize(10);
    }

    @Test
    void nothingIsCountedWhereWarningsAreOff() {
        logger.setLevel(Level.ERROR);
        giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 25);
        logger.setLevel(null);
        log.close();

        assertThat(warnings()).isEmpty();
        assertThat(ticker.readings()).isZero();
    }

    @Test
    void noGiveUpIsLostOnManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<? extends Future<?>> storms = IntStream.range(0, 4)
                    .mapToObj(thread -> threads.submit(() -> {
                        for (int i = 0; i < 2_500; i++) {
                            giveUp("p", GiveUpReason.ATTEMPTS_EXHAUSTED, 1);
                            ticker.advance(Duration.ofMillis(7));
                        }
                    }))
                    .toList();
            for (Future<?> storm : storms) {
                storm.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        log.close();

        long told = warnings().stream()
                .mapToLong(line -> {
                    Matcher more = MORE.matcher(line);
                    return more.find() ? Long.parseLong(more.group(1)) : 1;
                })
                .sum();
        assertThat(told).isEqualTo(10_000);
        assertThat(warnings()).hasSizeLessThan(200);
    }

    @Test
    void theCountComesWhenTheWhileIsOverThoughNothingHappens() {
        RetryLog timed = new RetryLog(() -> ticker, () -> timer, settings -> Map.of());
        giveUp(timed, "p", GiveUpReason.ATTEMPTS_EXHAUSTED, 10);
        assertThat(timer.pending()).isZero();

        ticker.advance(Duration.ofSeconds(4));
        giveUp(timed, "p", GiveUpReason.ATTEMPTS_EXHAUSTED, 3);
        ticker.advance(Duration.ofMillis(2_100));
        giveUp(timed, "p", GiveUpReason.ATTEMPTS_EXHAUSTED, 2);
        assertThat(timer.pending()).as("once for a burst").isOne();
        assertThat(warnings()).hasSize(10);

        timer.fire(Duration.ofSeconds(6)::equals);
        assertThat(warnings()).hasSize(11);
        assertThat(warnings().get(10))
                .isEqualTo("Retry policy \"p\": 5 more give-ups (attempts-exhausted) within 3 s left out;"
                        + " at debug each has its line");

        timed.close();
        assertThat(warnings()).as("told once").hasSize(11);
    }

    @Test
    void aCountThatAnEventToldIsNotToldByTheTimerNorAnythingOfTheNextWhile() {
        RetryLog timed = new RetryLog(() -> ticker, () -> timer, settings -> Map.of());
        giveUp(timed, "p", GiveUpReason.BUDGET, 11);
        ticker.advance(Duration.ofSeconds(10));
        giveUp(timed, "p", GiveUpReason.BUDGET, 12);
        assertThat(warnings()).hasSize(21);
        assertThat(timer.pending()).isEqualTo(2);

        ticker.advance(Duration.ofSeconds(1));
        giveUp(timed, "p", GiveUpReason.BUDGET, 1);
        timer.fire(delay -> true);

        assertThat(warnings()).hasSize(22);
        assertThat(warnings().get(21)).contains(": 3 more give-ups (budget) within 1 s");
    }

    @Test
    void aWhileThatTheTimerEndedIsFollowedByANewOne() {
        RetryLog timed = new RetryLog(() -> ticker, () -> timer, settings -> Map.of());
        giveUp(timed, "p", GiveUpReason.BUDGET, 11);
        timer.fire(delay -> true);
        giveUp(timed, "p", GiveUpReason.BUDGET, 10);

        assertThat(warnings()).hasSize(21);
        assertThat(timer.pending()).isZero();
    }

    @Test
    void aTimerThatIsGoneLeavesItToTheNextEventOrTheEnd() {
        RetryTimer closed = (task, delay) -> {
            throw new RejectedExecutionException("closed");
        };
        RetryLog timed = new RetryLog(() -> ticker, () -> closed, settings -> Map.of());
        giveUp(timed, "p", GiveUpReason.BUDGET, 12);
        timed.close();

        assertThat(warnings()).hasSize(11);
        assertThat(warnings().get(10)).contains(": 2 more give-ups (budget)");
    }

    @Test
    void anApplicationTellsItByItsTimer() {
        RetryContexts.runner(new VirtualTime())
                .withBean(RetryTimer.class, () -> timer)
                .withPropertyValues(
                        "retry.policies.p.attempts=2",
                        "retry.policies.p.base=1ms",
                        "retry.policies.p.backoff=constant",
                        "retry.policies.p.budget.enabled=false")
                .run(context -> {
                    for (int i = 0; i < 30; i++) {
                        p(context, new Script(new ConnectException("refused")));
                    }
                    assertThat(warnings()).hasSize(10);

                    timer.fire(delay -> true);
                    assertThat(warnings()).hasSize(11);
                    assertThat(warnings().get(10)).contains("20 more give-ups (attempts-exhausted) within 1 s");
                });

        assertThat(warnings()).hasSize(11);
    }

    @Test
    void anApplicationTellsTheRestWhenItEnds() {
        RetryContexts.runner(new VirtualTime())
                .withPropertyValues(
                        "retry.policies.p.base=1ms",
                        "retry.policies.p.backoff=constant",
                        "retry.policies.p.budget.enabled=false")
                .run(context -> {
                    p(context, new Script(new ConnectException("refused")));
                    assertThat(warnings()).as("told by one log").hasSize(1);
                    for (int i = 1; i < 30; i++) {
                        p(context, new Script(new ConnectException("refused")));
                    }
                    assertThat(warnings()).hasSize(10);
                });

        assertThat(warnings()).hasSize(11);
        assertThat(warnings().get(10)).contains("20 more give-ups (attempts-exhausted)");
    }

    private static void p(ApplicationContext context, Script script) {
        context.getBean(RetryPolicies.class).get("p").execute(script);
    }
}
