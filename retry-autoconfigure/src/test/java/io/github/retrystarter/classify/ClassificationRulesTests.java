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
package io.github.retrystarter.classify;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClassificationRulesTests {

    @Test
    void retriesExactlyTheTransientStatusesByDefault() {
        assertThat(IntStream.range(-1, 1_000).filter(ClassificationRules.DEFAULT::retries))
                .containsExactly(408, 429, 502, 503, 504);
    }

    @Test
    void addsAndTakesAwayStatuses() {
        ClassificationRules rules =
                new ClassificationRules(Set.of(), Set.of(), Set.of(500, 409), Set.of(429, 409), false);

        assertThat(rules.retries(500)).isTrue();
        assertThat(rules.retries(503)).isTrue();
        assertThat(rules.retries(429)).isFalse();
        assertThat(rules.retries(409)).as("on both lists").isFalse();
    }

    @Test
    void keepsItsOwnCopies() {
        Set<Integer> statuses = new HashSet<>(Set.of(500));
        Set<Class<? extends Throwable>> exceptions = new HashSet<>(Set.of(IOException.class));
        ClassificationRules rules = new ClassificationRules(exceptions, exceptions, statuses, statuses, false);

        statuses.add(501);
        exceptions.clear();

        assertThat(rules.retryOnStatuses()).containsExactly(500);
        assertThat(rules.neverOnStatuses()).containsExactly(500);
        assertThat(rules.retryOnExceptions()).containsExactly(IOException.class);
        assertThat(rules.neverOnExceptions()).containsExactly(IOException.class);
    }

    @Test
    void theMostSpecificClassSpeaksWhicheverListItIsOn() {
        ClassificationRules included = exceptions(Set.of(ApiDown.class), Set.of(RuntimeException.class));
        assertThat(included.answerFor(ApiDown.class)).isEqualTo(Retryability.RETRYABLE);
        assertThat(included.answerFor(ApiDownForLong.class)).isEqualTo(Retryability.RETRYABLE);
        assertThat(included.answerFor(IllegalStateException.class)).isEqualTo(Retryability.NOT_RETRYABLE);

        ClassificationRules excluded = exceptions(Set.of(RuntimeException.class), Set.of(ApiDown.class));
        assertThat(excluded.answerFor(ApiDown.class)).isEqualTo(Retryability.NOT_RETRYABLE);
        assertThat(excluded.answerFor(ApiDownForLong.class)).isEqualTo(Retryability.NOT_RETRYABLE);
        assertThat(excluded.answerFor(IllegalStateException.class)).isEqualTo(Retryability.RETRYABLE);
    }

    @Test
    void aClassOnBothListsIsNotRetried() {
        ClassificationRules rules = exceptions(Set.of(IOException.class), Set.of(IOException.class));

        assertThat(rules.answerFor(FileNotFoundException.class)).isEqualTo(Retryability.NOT_RETRYABLE);
    }

    @Test
    void saysNothingAboutClassesThatAreNotListed() {
        ClassificationRules rules = exceptions(Set.of(ApiDownForLong.class), Set.of(IOException.class));

        assertThat(rules.answerFor(ApiDown.class)).isEqualTo(Retryability.UNKNOWN);
        assertThat(ClassificationRules.DEFAULT.answerFor(IOException.class)).isEqualTo(Retryability.UNKNOWN);
    }

    @Test
    void everyClassCountsBeforeEveryInterface() {
        ClassificationRules rules = exceptions(Set.of(marker(Passing.class)), Set.of(Throwable.class));

        assertThat(rules.answerFor(ApiDown.class)).isEqualTo(Retryability.NOT_RETRYABLE);
    }

    @Test
    void theInterfaceThatIsDeclaredNearerCountsFirst() {
        ClassificationRules rules = exceptions(Set.of(marker(Passing.class)), Set.of(marker(Lasting.class)));

        assertThat(rules.answerFor(ApiDown.class)).isEqualTo(Retryability.RETRYABLE);
        assertThat(rules.answerFor(ApiDownForLong.class)).isEqualTo(Retryability.NOT_RETRYABLE);
    }

    private static ClassificationRules exceptions(
            Set<Class<? extends Throwable>> retryOn, Set<Class<? extends Throwable>> neverOn) {
        return new ClassificationRules(retryOn, neverOn, Set.of(), Set.of(), false);
    }

    /** What binding a list of class names can let through, whatever the type says. */
    @SuppressWarnings("unchecked")
    private static Class<? extends Throwable> marker(Class<?> type) {
        return (Class<? extends Throwable>) type;
    }

    interface Passing {}

    interface Lasting {}

    static class ApiDown extends RuntimeException implements Passing {}

    static class ApiDownForLong extends ApiDown implements Lasting {}
}
