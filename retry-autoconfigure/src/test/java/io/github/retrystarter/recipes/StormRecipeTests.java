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
package io.github.retrystarter.recipes;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.ConnectException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.Transactional;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.Attempt;
import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.IdempotencyKey;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryResult;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.EmbeddedDatabase;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.OneCall;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Script;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Faults of kind K9 that were reported against other libraries: storms, budget, idempotency. B122 has a class of its own,
 * {@link RepeatingClientTests}. With real servers B124 and B125 are in {@code RetryHeadersTests}; B130 and B131, which a
 * breaker decides, in {@code Resilience4jBreakersTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class StormRecipeTests {

    private final VirtualTime time = new VirtualTime();
    private final ApplicationContextRunner contexts =
            RetryContexts.runner(time).withPropertyValues("retry.defaults.backoff=constant", "retry.defaults.base=0ms");

    /** A layer around another one. */
    public static class Outer {

        private final EveryStyle inner;

        Outer(EveryStyle inner) {
            this.inner = inner;
        }

        @Retryable("outer")
        public Object blocking(EveryStyle.Work work) throws Exception {
            return inner.blocking(work);
        }

        @Retryable("outer")
        public CompletableFuture<Object> future(EveryStyle.Work work) {
            return inner.future(work);
        }

        @Retryable("outer")
        public Mono<Object> mono(EveryStyle.Work work) {
            return inner.mono(work);
        }
    }

    // B121
    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "FUTURE", "MONO"})
    void layersDoNotMultiplyAndAreNamedOnce(StyleKind style, CapturedOutput output) {
        contexts.withPropertyValues("retry.policies.outer.attempts=3", "retry.policies.p.attempts=4")
                .withBean(EveryStyle.class)
                .withBean(Outer.class)
                .run(context -> {
                    Outer outer = context.getBean(Outer.class);
                    AtomicInteger requests = new AtomicInteger();
                    EveryStyle.Work dead = () -> {
                        requests.incrementAndGet();
                        throw new ConnectException("refused");
                    };
                    for (int call = 1; call <= 2; call++) {
                        assertThatThrownBy(() -> {
                                    switch (style) {
                                        case BLOCKING -> outer.blocking(dead);
                                        case FUTURE -> outer.future(dead).get(30, TimeUnit.SECONDS);
                                        default -> outer.mono(dead).block();
                                    }
                                })
                                .hasStackTraceContaining("refused");
                        assertThat(requests).hasValue(4 * call);
                    }
                    RetryCounts counts =
                            context.getBean(RetryPolicies.class).get("outer").counts();
                    assertThat(counts.giveUps(GiveUpReason.ALREADY_RETRIED)).isEqualTo(2);
                    assertThat(output.toString()
                                    .lines()
                                    .filter(line -> line.contains("WARN") && line.contains("nested")))
                            .singleElement()
                            .asString()
                            .contains("outer", "p");
                });
    }

    /** Two layers of one policy, the inner one on its way through other threads. */
    public static class Layers {

        private final EveryStyle inner;
        private final ExecutorService threads;

        Layers(EveryStyle inner, ExecutorService threads) {
            this.inner = inner;
            this.threads = threads;
        }

        @Retryable("p")
        public Object joining(EveryStyle.Work work) {
            return inner.future(work).join();
        }

        @Retryable("p")
        public Object blocking(EveryStyle.Work work) {
            return inner.mono(work).block();
        }

        @Retryable("p")
        public Mono<Object> onAnotherScheduler(EveryStyle.Work work) {
            return inner.mono(work).publishOn(Schedulers.single());
        }

        @Retryable("p")
        public CompletableFuture<Object> onAnotherThread(EveryStyle.Work work) {
            return inner.future(work).whenCompleteAsync((value, failure) -> {}, threads);
        }

        @Retryable("other")
        public Object ofAnotherPolicyOnAnotherThread(EveryStyle.Work work) throws Exception {
            return threads.submit(() -> inner.blocking(work)).get();
        }
    }

    // B121
    @ParameterizedTest
    @ValueSource(
            strings = {"joining", "blocking", "onAnotherScheduler", "onAnotherThread", "ofAnotherPolicyOnAnotherThread"
            })
    void layersDoNotMultiplyAcrossThreads(String method) {
        RetryContexts.runner()
                .withPropertyValues(
                        "retry.defaults.base=1ms", "retry.policies.p.attempts=3", "retry.policies.other.attempts=3")
                .withBean(EveryStyle.class)
                .withBean(Layers.class)
                .withBean("threads", ExecutorService.class, Executors::newCachedThreadPool)
                .run(context -> {
                    Layers layers = context.getBean(Layers.class);
                    AtomicInteger requests = new AtomicInteger();
                    EveryStyle.Work dead = () -> {
                        requests.incrementAndGet();
                        throw new ConnectException("refused");
                    };
                    assertThatThrownBy(() -> {
                                switch (method) {
                                    case "joining" -> layers.joining(dead);
                                    case "blocking" -> layers.blocking(dead);
                                    case "onAnotherScheduler" ->
                                        layers.onAnotherScheduler(dead).block();
                                    case "onAnotherThread" ->
                                        layers.onAnotherThread(dead).join();
                                    default -> layers.ofAnotherPolicyOnAnotherThread(dead);
                                }
                            })
                            .hasStackTraceContaining("refused");
                    assertThat(requests).hasValue(3);
                });
    }

    // B125
    @ParameterizedTest
    @EnumSource
    void oneCallHasOneKeyInEachStyleAndTheNextCallAnother(StyleKind style) {
        contexts.withPropertyValues("retry.policies.p.idempotency-key=Idempotency-Key", "retry.policies.p.attempts=3")
                .withBean(EveryStyle.class)
                .run(context -> {
                    List<String> keys = new ArrayList<>();
                    for (int call = 0; call < 2; call++) {
                        OneCall one = style.begin(
                                context.getBean(EveryStyle.class),
                                () -> {
                                    keys.add(Attempt.current()
                                            .flatMap(Attempt::idempotencyKey)
                                            .map(IdempotencyKey::value)
                                            .orElseThrow());
                                    throw new ConnectException("refused");
                                },
                                Runnable::run);
                        assertThat(one.failure()).isInstanceOf(ConnectException.class);
                    }
                    assertThat(keys).hasSize(6);
                    assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
                    assertThat(keys.subList(3, 6)).containsOnly(keys.get(3));
                    assertThat(keys.get(0)).isNotEqualTo(keys.get(3));
                });
    }

    // B127
    @Test
    void aBudgetThatAnOutageUsedUpIsThereAgainAfterIt() {
        contexts.withPropertyValues("retry.policies.p.attempts=2").run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            for (int i = 0; i < 1_000; i++) {
                policy.execute(new Script(new ConnectException("refused")));
            }
            assertThat(policy.counts().giveUps(GiveUpReason.BUDGET)).isPositive();

            for (int i = 0; i < 1_000; i++) {
                time.ticker().advance(Duration.ofMillis(20));
                policy.execute(new Script("value"));
            }

            RetryResult<Object> result = policy.execute(new Script(new ConnectException("refused"), "value"));
            assertThat(result.value()).isEqualTo("value");
            assertThat(result.attempts()).isEqualTo(2);
        });
    }

    // B128
    @Test
    void aRefusalOfTheBudgetIsSaidInResultMeterAndLogAndTheFirstErrorStays(CapturedOutput output) {
        contexts.withPropertyValues(
                        "retry.policies.p.attempts=3",
                        "retry.policies.p.budget.ratio=0",
                        "retry.policies.p.budget.min-retries=0")
                .run(context -> {
                    RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
                    for (int call = 1; call <= 3; call++) {
                        ConnectException first = new ConnectException("refused");
                        RetryResult<Object> result = policy.execute(new Script(first, "value"));
                        assertThat(result.failure()).isSameAs(first);
                        assertThat(result.attempts()).isOne();
                        assertThat(result.giveUpReason()).contains(GiveUpReason.BUDGET);
                        assertThat(policy.counts().giveUps(GiveUpReason.BUDGET)).isEqualTo(call);
                    }
                    assertThat(output.toString()
                                    .lines()
                                    .filter(line -> line.contains("WARN") && line.contains("budget is used up")))
                            .hasSize(1);
                });
    }

    // B128
    @Test
    void aSteadyOutageIsOneWarningAndOneLineWhenItIsOver(CapturedOutput output) {
        contexts.withPropertyValues("retry.policies.p.attempts=3").run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            for (int i = 0; i < 6_000; i++) {
                time.ticker().advance(Duration.ofMillis(10));
                policy.execute(new Script(new ConnectException("refused")));
            }
            assertThat(policy.counts().giveUps(GiveUpReason.BUDGET)).isPositive();
            assertThat(policy.counts().giveUps(GiveUpReason.ATTEMPTS_EXHAUSTED)).isPositive();
            assertThat(linesWith(output, "budget is used up")).isOne();
            assertThat(linesWith(output, "budget allows retries again")).isZero();

            time.ticker().advance(Duration.ofSeconds(10));
            policy.execute(new Script(new ConnectException("refused"), "value"));

            assertThat(linesWith(output, "budget is used up")).isOne();
            assertThat(linesWith(output, "budget allows retries again")).isOne();
        });
    }

    private static long linesWith(CapturedOutput output, String text) {
        return output.toString().lines().filter(line -> line.contains(text)).count();
    }

    /** Reads of its argument, and fails the first time. */
    public static class Reader {

        final List<String> read = new ArrayList<>();

        @Retryable("p")
        public String stream(InputStream in) throws IOException {
            return readAndFailOnce(new String(in.readNBytes(3), StandardCharsets.UTF_8));
        }

        @Retryable("p")
        public String whole(InputStream in) throws IOException {
            return readAndFailOnce(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }

        @Retryable("p")
        public String marked(InputStream in) throws IOException {
            String start = new String(in.readNBytes(2), StandardCharsets.UTF_8);
            in.mark(100);
            return readAndFailOnce(start + new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }

        @Retryable("p")
        public String anything(Object argument) throws IOException {
            return readAndFailOnce(String.valueOf(argument instanceof byte[] bytes ? bytes.length : "read"));
        }

        @Retryable("p")
        public CompletableFuture<String> later(InputStream in) throws IOException {
            return CompletableFuture.completedFuture(whole(in, "later"));
        }

        @Retryable("p")
        public Mono<String> mono(InputStream in) throws IOException {
            return Mono.just(whole(in, "mono"));
        }

        private String whole(InputStream in, String name) throws IOException {
            return readAndFailOnce(name + " " + new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }

        private String readAndFailOnce(String text) throws ConnectException {
            read.add(text);
            if (read.size() == 1) {
                throw new ConnectException("refused");
            }
            return text;
        }
    }

    static Stream<Object> oneShotArguments() {
        return Stream.of(
                new BufferedInputStream(new ByteArrayInputStream(new byte[9])),
                InputStream.nullInputStream(),
                new StringReader("text"),
                Channels.newChannel(InputStream.nullInputStream()),
                List.of(1, 2).iterator(),
                Stream.of(1, 2),
                new InputStreamResource(InputStream.nullInputStream()),
                Collections.enumeration(List.of(1, 2)),
                List.of(1, 2).spliterator(),
                Optional.of(InputStream.nullInputStream()),
                Arguments.of((Object) new Object[] {"text", new InputStream[] {InputStream.nullInputStream()}}),
                Arguments.of((Object) new ByteArrayInputStream[] {new ByteArrayInputStream(new byte[9])}));
    }

    // B133
    @ParameterizedTest
    @MethodSource("oneShotArguments")
    void whatCanBeReadOnceIsNotTriedAgain(Object argument) {
        contexts.withPropertyValues("retry.policies.p.attempts=3")
                .withBean(Reader.class)
                .run(context -> {
                    Reader reader = context.getBean(Reader.class);
                    assertThatThrownBy(() -> reader.anything(argument))
                            .isInstanceOf(ConnectException.class)
                            .hasMessage("refused");
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .giveUps(GiveUpReason.NOT_REPEATABLE))
                            .isOne();
                });
    }

    static Stream<Object> argumentsThatLast() {
        return Stream.of(
                new byte[9],
                "text",
                List.of(1, 2),
                Map.of(),
                new ByteArrayResource(new byte[9]),
                Optional.of("text"),
                Optional.empty(),
                Arguments.of((Object) new String[] {"text", null}),
                new int[] {1});
    }

    // B133
    @ParameterizedTest
    @MethodSource("argumentsThatLast")
    void whatCanBeReadAgainIs(Object argument) {
        contexts.withPropertyValues("retry.policies.p.attempts=3")
                .withBean(Reader.class)
                .run(context -> assertThat(context.getBean(Reader.class).anything(argument))
                        .isNotEmpty());
    }

    // B133
    @Test
    void bytesAsAStreamAreReadWholeByEachAttemptFromWhereTheyStood() {
        for (String method : List.of("stream", "whole", "later", "mono")) {
            contexts.withPropertyValues("retry.policies.p.attempts=3")
                    .withBean(Reader.class)
                    .run(context -> {
                        Reader reader = context.getBean(Reader.class);
                        ByteArrayInputStream in = new ByteArrayInputStream("<order>".getBytes(StandardCharsets.UTF_8));
                        assertThat(in.read()).isEqualTo('<');
                        String text = switch (method) {
                            case "stream" -> reader.stream(in);
                            case "whole" -> reader.whole(in);
                            case "later" -> reader.later(in).get(30, TimeUnit.SECONDS);
                            default -> reader.mono(in).block();
                        };
                        assertThat(text).endsWith(method.equals("stream") ? "ord" : "order>");
                    });
        }
    }

    // B133
    @Test
    void aMarkOfTheMethodsOwnIsNotTakenForTheStart() {
        contexts.withPropertyValues("retry.policies.p.attempts=3")
                .withBean(Reader.class)
                .run(context -> {
                    ByteArrayInputStream in = new ByteArrayInputStream("order".getBytes(StandardCharsets.UTF_8));
                    assertThatThrownBy(() -> context.getBean(Reader.class).marked(in))
                            .isInstanceOf(ConnectException.class);
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("p")
                                    .counts()
                                    .giveUps(GiveUpReason.NOT_REPEATABLE))
                            .isOne();
                });
    }

    @Configuration(proxyBeanMethods = false)
    @Import(EmbeddedDatabase.class)
    static class Database {

        @Bean
        DataSourceTransactionManager transactions(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }

        @Bean
        Stock stock(JdbcTemplate jdbc) {
            jdbc.execute("create table stock (version int, amount int)");
            jdbc.execute("insert into stock values (0, 0)");
            return new Stock(jdbc);
        }
    }

    /** One row with a version, as a persistence layer with optimistic locks updates it. */
    public static class Stock {

        private final JdbcTemplate jdbc;

        Stock(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Retryable("stock")
        @Transactional
        public void addOne() {
            Map<String, Object> row = jdbc.queryForMap("select version, amount from stock");
            int version = (Integer) row.get("version");
            int changed = jdbc.update(
                    "update stock set version = ?, amount = ? where version = ?",
                    version + 1,
                    (Integer) row.get("amount") + 1,
                    version);
            if (changed == 0) {
                throw new OptimisticLockingFailureException("version " + version + " is gone");
            }
        }
    }

    // B134
    @Test
    void optimisticLocksOfManyWorkersConvergeWithThePresetForDatabases() throws Exception {
        int workers = 100;
        RetryContexts.runner()
                .withUserConfiguration(Database.class)
                .withPropertyValues("retry.policies.stock.preset=database", "retry.policies.stock.base=20ms")
                .run(context -> {
                    Stock stock = context.getBean(Stock.class);
                    ExecutorService threads = Executors.newFixedThreadPool(workers);
                    try {
                        CountDownLatch together = new CountDownLatch(workers);
                        List<Future<?>> ends = new ArrayList<>();
                        for (int i = 0; i < workers; i++) {
                            ends.add(threads.submit(() -> {
                                together.countDown();
                                together.await();
                                stock.addOne();
                                return null;
                            }));
                        }
                        for (Future<?> end : ends) {
                            end.get(60, TimeUnit.SECONDS);
                        }
                    } finally {
                        threads.shutdownNow();
                    }
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("select amount from stock", Integer.class))
                            .isEqualTo(workers);
                    assertThat(context.getBean(RetryPolicies.class)
                                    .get("stock")
                                    .counts()
                                    .calls(CallOutcome.GAVE_UP))
                            .isZero();
                });
    }
}
