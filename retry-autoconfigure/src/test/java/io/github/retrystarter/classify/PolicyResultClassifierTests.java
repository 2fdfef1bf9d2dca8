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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PolicyResultClassifierTests {

    private final List<Object> events = new ArrayList<>();

    @Test
    void nothingConcernsAPolicyWithoutClassifiersAndResolvers() {
        assertThat(results(List.of(), List.of()).concerns(Object.class)).isFalse();
    }

    @Test
    void theReturnTypeTellsWhetherResultsCanMatter() {
        PolicyResultClassifier results = results(List.of(), List.of(new AnswerResolver()));

        assertThat(results.concerns(Answer.class)).isTrue();
        assertThat(results.concerns(ClosingAnswer.class)).as("subtype").isTrue();
        assertThat(results.concerns(Object.class)).as("supertype").isTrue();
        assertThat(results.concerns(String.class)).isFalse();
        assertThat(results.concerns(int.class)).isFalse();
        assertThat(results.concerns(void.class)).isFalse();
        assertThat(results.concerns(Void.class)).isFalse();
    }

    @Test
    void aLambdaConcernsEveryResultAndATypedClassifierItsOwn() {
        assertThat(results(List.of(result -> Retryability.UNKNOWN), List.of()).concerns(String.class))
                .isTrue();
        assertThat(results(List.of(result -> Retryability.UNKNOWN), List.of()).concerns(void.class))
                .isFalse();
        assertThat(results(List.of(new PendingTexts()), List.of()).concerns(String.class))
                .isTrue();
        assertThat(results(List.of(new PendingTexts()), List.of()).concerns(Answer.class))
                .isFalse();
    }

    @Test
    void whatOnePolicyDoesNotKnowAnotherMay() {
        PolicyResultClassifier knowing = results(List.of(), List.of(new AnswerResolver()));
        PolicyResultClassifier other = results(List.of(new PendingTexts()), List.of());

        for (int time = 0; time < 2; time++) {
            assertThat(other.classify(new Answer(503)).failed()).isFalse();
            assertThat(knowing.classify(new Answer(503)).failed()).isTrue();
            assertThat(knowing.classify(new ClosingAnswer()).failed()).isTrue();
            assertThat(knowing.classify("text").failed()).isFalse();
        }
    }

    @Test
    void aRetryableStatusIsAFailure() {
        PolicyResultClassifier results = results(List.of(), List.of(new AnswerResolver()));

        ResultClassification classification = results.classify(new Answer(503));

        assertThat(classification.failed()).isTrue();
        assertThat(classification.http()).satisfies(http -> {
            assertThat(http.status()).isEqualTo(503);
            assertThat(http.headers()).containsEntry("Retry-After", List.of("7"));
        });
    }

    @Test
    void anotherErrorStatusStandsAndCanStillBeRead() {
        ResultClassification classification =
                results(List.of(), List.of(new AnswerResolver())).classify(new Answer(500));

        assertThat(classification.failed()).isFalse();
        assertThat(classification.http()).extracting(HttpFailure::status).isEqualTo(500);
    }

    @Test
    void everythingElseStands() {
        PolicyResultClassifier results = results(List.of(new PendingTexts()), List.of(new AnswerResolver()));

        assertThat(results.classify(null)).isSameAs(ResultClassification.ACCEPTED);
        assertThat(results.classify("done")).isSameAs(ResultClassification.ACCEPTED);
        assertThat(results.classify(new Answer(200))).isSameAs(ResultClassification.ACCEPTED);
        assertThat(results.classify(new Answer(0))).isSameAs(ResultClassification.ACCEPTED);
    }

    @Test
    void thePolicysStatusesCount() {
        PolicyResultClassifier results = new PolicyResultClassifier(
                new ClassificationRules(Set.of(), Set.of(), Set.of(202), Set.of(503), false),
                List.of(),
                List.of(new AnswerResolver()));

        assertThat(results.classify(new Answer(202)).failed()).isTrue();
        assertThat(results.classify(new Answer(503)).failed()).isFalse();
    }

    @Test
    void theUsersWordComesBeforeTheStatus() {
        PolicyResultClassifier strict =
                results(List.of(result -> Retryability.RETRYABLE), List.of(new AnswerResolver()));
        PolicyResultClassifier lenient =
                results(List.of(result -> Retryability.NOT_RETRYABLE), List.of(new AnswerResolver()));

        assertThat(strict.classify(new Answer(200)).failed()).isTrue();
        assertThat(strict.classify(new Answer(200)).http()).isNotNull();
        assertThat(strict.classify("text")).isEqualTo(new ResultClassification(true, null));
        assertThat(lenient.classify(new Answer(503))).isSameAs(ResultClassification.ACCEPTED);
    }

    @Test
    void aTypedClassifierIsAskedForItsTypeOnly() {
        PolicyResultClassifier results = results(List.of(new PendingTexts()), List.of());

        assertThat(results.classify("pending").failed()).isTrue();
        assertThat(results.classify(42).failed()).isFalse();
        assertThat(events).containsExactly("pending");
    }

    @Test
    void discardsThroughItsResolverAndClosesWhatCanBeClosed() {
        PolicyResultClassifier results = results(List.of(), List.of(new AnswerResolver()));
        Answer answer = new Answer(503);
        ClosingAnswer closing = new ClosingAnswer();

        results.discard(null);
        results.discard("text");
        results.discard(answer);
        results.discard(closing);

        assertThat(events).containsExactly(answer, closing, "closed");
    }

    @Test
    void nothingBrokenGetsOut() {
        List<Object> reported = new ArrayList<>();
        BrokenResolver broken = new BrokenResolver(Answer.class);
        ResultClassifier brokenToo = result -> {
            throw new IllegalStateException("bug");
        };
        ResultClassifier untyped = new ResultClassifier() {
            @Override
            public Retryability classify(Object result) {
                return Retryability.RETRYABLE;
            }

            @Override
            public Class<?> resultType() {
                throw new IllegalStateException("bug");
            }
        };
        PolicyResultClassifier results = new PolicyResultClassifier(
                ClassificationRules.DEFAULT,
                List.of(brokenToo, untyped, result -> null),
                List.of(broken, new AnswerResolver()),
                (extension, failure) -> reported.add(extension));

        assertThat(results.classify(new Answer(503)).failed()).isTrue();
        results.discard(new Answer(503));
        results.discard((AutoCloseable) () -> {
            throw new InterruptedException("while closing");
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(reported).contains(broken, brokenToo, untyped).hasSize(4);
    }

    private PolicyResultClassifier results(List<ResultClassifier> classifiers, List<HttpResultResolver> resolvers) {
        return new PolicyResultClassifier(ClassificationRules.DEFAULT, classifiers, resolvers);
    }

    private final class PendingTexts implements ResultClassifier {

        @Override
        public Retryability classify(Object result) {
            events.add(result);
            return result.equals("pending") ? Retryability.RETRYABLE : Retryability.UNKNOWN;
        }

        @Override
        public Class<?> resultType() {
            return String.class;
        }
    }

    private static class Answer {

        private final int status;

        Answer(int status) {
            this.status = status;
        }
    }

    private final class ClosingAnswer extends Answer implements AutoCloseable {

        ClosingAnswer() {
            super(503);
        }

        @Override
        public void close() {
            events.add("closed");
        }
    }

    private final class AnswerResolver implements HttpResultResolver {

        @Override
        public Class<?> resultType() {
            return Answer.class;
        }

        @Override
        public HttpFailure resolve(Object result) {
            return new HttpFailure() {
                @Override
                public int status() {
                    return ((Answer) result).status;
                }

                @Override
                public Map<String, List<String>> headers() {
                    return Map.of("Retry-After", List.of("7"));
                }
            };
        }

        @Override
        public void discard(Object result) {
            events.add(result);
        }
    }

    private record BrokenResolver(Class<?> resultType) implements HttpResultResolver {

        @Override
        public HttpFailure resolve(Object result) {
            throw new IllegalStateException("bug");
        }

        @Override
        public void discard(Object result) {
            throw new IllegalStateException("bug");
        }
    }
}
