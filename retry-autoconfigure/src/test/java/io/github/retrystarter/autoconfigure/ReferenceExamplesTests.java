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
package io.github.retrystarter.autoconfigure;

import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.web.client.ResourceAccessException;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.backoff.BackoffKind;
import io.github.retrystarter.execution.GiveUpMarker;
import io.github.retrystarter.execution.RetryCounts;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryResult;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.Sleeper;
import io.github.retrystarter.execution.Ticker;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.settings.RetrySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** The examples of the page about testing: what stands there stands here too, and runs. */
@SpringBootTest(
        classes = ReferenceExamplesTests.Checkout.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {"retry.policies.payments.attempts=3", "retry.policies.payments.budget.enabled=false"})
@ImportAutoConfiguration({RetryAutoConfiguration.class, RetryAopAutoConfiguration.class})
@Import(ReferenceExamplesTests.NoWaits.class)
class ReferenceExamplesTests {

    interface PaymentClient {

        String charge(String order);
    }

    static class Checkout {

        private final PaymentClient client;

        Checkout(PaymentClient client) {
            this.client = client;
        }

        @Retryable("payments")
        public String pay(String order) {
            return client.charge(order);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class NoWaits {

        @Bean
        TimeAndChance timeAndChance() {
            TimeAndChance system = TimeAndChance.system();
            return new TimeAndChance(
                    system.clock(),
                    system.ticker(),
                    duration -> {},
                    RetryTimer.through(duration -> {}),
                    system.random());
        }
    }

    static class FastTime implements Sleeper, Ticker {

        final List<Duration> waits = new CopyOnWriteArrayList<>();
        private final AtomicLong nanos = new AtomicLong();

        @Override
        public void sleep(Duration wait) {
            waits.add(wait);
            nanos.addAndGet(wait.toNanos());
        }

        @Override
        public long nanos() {
            return nanos.get();
        }

        TimeAndChance timeAndChance() {
            return new TimeAndChance(Clock.systemUTC(), this, this, RetryTimer.through(this), new Random(7));
        }
    }

    @MockitoBean
    private PaymentClient client;

    @Autowired
    private Checkout checkout;

    @Autowired
    private RetryPolicies policies;

    @Test
    void theThirdAttemptSucceeds() {
        when(client.charge("order 1"))
                .thenThrow(new ResourceAccessException("reset"))
                .thenThrow(new ResourceAccessException("reset"))
                .thenReturn("receipt 1");

        assertThat(checkout.pay("order 1")).isEqualTo("receipt 1");

        verify(client, times(3)).charge("order 1");
    }

    @Test
    void givesUpBeforeAWaitThatWouldPassTheDeadline() {
        FastTime time = new FastTime();
        RetrySettings settings = RetrySettings.builder()
                .attempts(10)
                .backoff(BackoffKind.CONSTANT)
                .base(Duration.ofSeconds(1))
                .deadline(Duration.ofMillis(2_500))
                .build();
        RetryPolicy policy = RetryPolicy.of(
                "payments",
                settings,
                RetryRuntime.builder().timeAndChance(time::timeAndChance).build());

        RetryResult<String> result = policy.execute(attempt -> {
            throw new ConnectException("refused");
        });

        assertThat(result.giveUpReason()).contains(GiveUpReason.DEADLINE);
        assertThat(result.attempts()).isEqualTo(3);
        assertThat(time.waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @Test
    void theFailureTellsWhatWasTried() {
        when(client.charge("order 2")).thenThrow(new ResourceAccessException("reset"));

        Throwable failure = catchThrowable(() -> checkout.pay("order 2"));

        assertThat(failure).isInstanceOf(ResourceAccessException.class);
        GiveUpMarker.Content tried =
                GiveUpMarker.of(failure, "payments").orElseThrow().content();
        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(tried.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void thePolicyCountsWhatTheMetersShow() {
        RetryCounts counts = policies.get("payments").counts();
        long before = counts.giveUps(GiveUpReason.NOT_RETRYABLE);
        when(client.charge("order 3")).thenThrow(new IllegalArgumentException("no such order"));

        assertThatThrownBy(() -> checkout.pay("order 3")).hasMessage("no such order");

        assertThat(counts.giveUps(GiveUpReason.NOT_RETRYABLE)).isEqualTo(before + 1);
    }

    static List<String> examples() {
        return ReferenceDocument.of("testing.md").blocks("java");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleOfThePageStandsInThisClass(String example) {
        String source = ReferenceDocument.read(
                Path.of("src/test/java", getClass().getName().replace('.', '/') + ".java"));

        assertThat(withoutSpace(source)).contains(withoutSpace(example));
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
