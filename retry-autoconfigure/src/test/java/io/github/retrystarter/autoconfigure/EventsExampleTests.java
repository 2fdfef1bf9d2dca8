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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.settings.GiveUpReason;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The examples of the section about events: what stands there stands here too, and runs. */
class EventsExampleTests {

    @Configuration(proxyBeanMethods = false)
    static class RetryEvents {

        @Bean
        RetryEventListener retryEvents(ApplicationEventPublisher publisher) {
            return publisher::publishEvent;
        }
    }

    static class Audit {

        final List<String> lines = new ArrayList<>();

        void write(String policy, @Nullable GiveUpReason reason) {
            lines.add(policy + " " + reason);
        }
    }

    static class GiveUps {

        private final Audit audit;

        GiveUps(Audit audit) {
            this.audit = audit;
        }

        @EventListener
        void on(RetryEvent event) {
            if (event.kind() == RetryEvent.Kind.GAVE_UP) {
                audit.write(event.policy(), event.reason());
            }
        }
    }

    @Test
    void aListenerCanPublishTheEventsOfSpring() {
        RetryContexts.runner(new VirtualTime())
                .withPropertyValues("retry.policies.payments.attempts=2")
                .withUserConfiguration(RetryEvents.class)
                .withBean(Audit.class)
                .withBean(GiveUps.class)
                .run(context -> {
                    assertThatThrownBy(() -> context.getBean(RetryPolicies.class)
                                    .get("payments")
                                    .call(attempt -> {
                                        throw new ConnectException("refused");
                                    }))
                            .isInstanceOf(ConnectException.class);

                    assertThat(context.getBean(Audit.class).lines).containsExactly("payments ATTEMPTS_EXHAUSTED");
                });
    }

    static Stream<String> examples() {
        return ReferenceDocument.of("reference.md").blocks("java").stream()
                .filter(example -> example.contains("RetryEvent"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleOfTheSectionStandsInThisClass(String example) {
        String source = ReferenceDocument.read(
                Path.of("src/test/java", getClass().getName().replace('.', '/') + ".java"));

        assertThat(withoutSpace(source)).contains(withoutSpace(example));
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "").replace("staticclass", "class");
    }
}
