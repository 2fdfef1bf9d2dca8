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

import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;

import feign.Retryer;

@ExtendWith(OutputCaptureExtension.class)
class FeignRetryerCheckTests {

    private static final String WARNING = "lets Feign clients retry by themselves";

    private final ApplicationContextRunner contexts =
            RetryContexts.runner(new VirtualTime()).withPropertyValues("retry.policies.p.attempts=3");

    static class Prices {

        @Retryable("p")
        public void fetch() {}
    }

    /** By the name that old and new releases of Feign have. */
    @SuppressWarnings("deprecation")
    private static Retryer retrying() {
        return new Retryer.Default();
    }

    @Test
    void namesARetryerBesideAnnotatedMethods(CapturedOutput output) {
        contexts.withBean("eager", Retryer.class, FeignRetryerCheckTests::retrying)
                .withBean(Prices.class)
                .run(context -> assertThat(output).containsOnlyOnce(WARNING).contains("The Retryer [eager]"));
    }

    @Test
    void isSilentWhereFeignNeverRetries(CapturedOutput output) {
        contexts.withBean(Retryer.class, () -> Retryer.NEVER_RETRY)
                .withBean(Prices.class)
                .run(context -> assertThat(output).doesNotContain(WARNING));
    }

    @Test
    void isSilentWhereNoMethodIsAnnotated(CapturedOutput output) {
        contexts.withBean(Retryer.class, FeignRetryerCheckTests::retrying)
                .run(context -> assertThat(output).doesNotContain(WARNING));
    }

    @Test
    void createsNoBean(CapturedOutput output) {
        AtomicBoolean created = new AtomicBoolean();
        contexts.withBean(
                        Retryer.class,
                        () -> {
                            created.set(true);
                            return Retryer.NEVER_RETRY;
                        },
                        definition -> definition.setLazyInit(true))
                .withBean(Prices.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(created).isFalse();
                    assertThat(output).doesNotContain(WARNING);
                });
    }
}
