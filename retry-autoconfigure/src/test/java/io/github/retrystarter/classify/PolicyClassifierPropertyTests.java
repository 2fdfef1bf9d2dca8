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
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ConnectException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import io.github.retrystarter.classify.Classification.Kind;

import static org.assertj.core.api.Assertions.assertThat;

/** Chains of every shape, with rules, classifiers and resolvers of every mood. */
class PolicyClassifierPropertyTests {

    private static final int CHAINS = 500;

    private static final List<Function<Throwable, Throwable>> LAYERS = List.of(
            CompletionException::new,
            ExecutionException::new,
            InvocationTargetException::new,
            Exception::new,
            RuntimeException::new,
            IOException::new,
            IllegalStateException::new,
            cause -> new FileNotFoundException().initCause(cause),
            cause -> new ConnectException().initCause(cause),
            cause -> new SQLException("lost", "08006", cause),
            cause -> new SQLException(null, null, cause),
            cause -> new InterruptedException().initCause(cause),
            cause -> new InterruptedIOException().initCause(cause),
            cause -> new CancellationException().initCause(cause),
            Error::new,
            cause -> new Moody(503, cause),
            cause -> new Moody(404, cause),
            cause -> new Moody(200, cause),
            cause -> new Moody(-1, cause),
            WithoutCause::new);

    private static final List<Class<? extends Throwable>> LISTABLE = List.of(
            Throwable.class,
            Exception.class,
            RuntimeException.class,
            IOException.class,
            ConnectException.class,
            Error.class,
            InterruptedException.class,
            Moody.class);

    @RepeatedTest(20)
    void neverThrowsAlwaysEndsAndKeepsThePromises(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        ClassificationRules rules = rules(random);
        PolicyClassifier classifier = new PolicyClassifier(
                rules,
                List.of(failure -> mood(random)),
                List.of(failure -> mood(random), new StandardFailureClassifier()),
                List.of(failure -> random.nextInt(10) == 0 ? new Moody(random.nextInt(-5, 1_200), null) : null));

        for (int i = 0; i < CHAINS; i++) {
            Throwable failure = chain(random);
            Classification classification = classifier.classify(failure);

            assertThat(classification.kind()).isNotNull();
            assertThat(CauseChain.of(failure)).first().isSameAs(classification.failure());
            if (classification.failure() instanceof Error) {
                assertThat(classification.kind()).isEqualTo(Kind.NOT_RETRYABLE);
            }
            if (classification.failure() instanceof InterruptedException) {
                assertThat(classification.kind()).isEqualTo(Kind.INTERRUPTED);
            }
            if (classification.failure() instanceof CancellationException) {
                assertThat(classification.kind()).isEqualTo(Kind.CANCELLED);
            }
            if (classification.http() != null) {
                assertThat(classification.http().status()).isBetween(100, 999);
                assertThat(classification.http().headers()).isNotNull();
            }
            if (classification.kind() == Kind.UNCLASSIFIED) {
                assertThat(rules.retryUnclassified()).isFalse();
            }
        }
    }

    private static Throwable chain(RandomGenerator random) {
        List<Throwable> made = new ArrayList<>();
        Exception innermost = random.nextInt(100) == 0 ? new Regrowing() : new Bottom();
        Throwable failure = innermost;
        made.add(failure);
        for (int depth = random.nextInt(12); depth > 0; depth--) {
            failure = LAYERS.get(random.nextInt(LAYERS.size())).apply(failure);
            made.add(failure);
        }
        if (innermost instanceof Bottom bottom && random.nextInt(4) == 0) {
            bottom.loopBackTo(made.get(random.nextInt(made.size())));
        }
        return random.nextInt(10) == 0 ? new WithoutMessage().initCause(failure) : failure;
    }

    private static ClassificationRules rules(RandomGenerator random) {
        return new ClassificationRules(
                some(LISTABLE, random),
                some(LISTABLE, random),
                some(List.of(200, 404, 500), random),
                some(List.of(200, 404, 503), random),
                random.nextBoolean());
    }

    private static <T> Set<T> some(List<T> all, RandomGenerator random) {
        return Set.copyOf(all.stream().filter(one -> random.nextInt(3) == 0).toList());
    }

    private static Retryability mood(RandomGenerator random) {
        return switch (random.nextInt(40)) {
            case 0 -> Retryability.RETRYABLE;
            case 1 -> Retryability.NOT_RETRYABLE;
            case 2 -> throw new IllegalStateException("in a mood");
            case 3 -> throw new StackOverflowError("in a mood");
            case 4 -> null;
            default -> Retryability.UNKNOWN;
        };
    }

    private static final class Bottom extends Exception {

        private Throwable cause;

        void loopBackTo(Throwable cause) {
            this.cause = cause;
        }

        @Override
        public synchronized Throwable getCause() {
            return cause;
        }
    }

    private static final class Regrowing extends Exception {

        @Override
        public synchronized Throwable getCause() {
            return new Regrowing();
        }
    }

    private static final class WithoutCause extends Exception {

        WithoutCause(Throwable cause) {
            super(cause);
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    private static final class WithoutMessage extends InterruptedIOException {

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static final class Moody extends RuntimeException implements HttpFailure {

        private final int status;

        Moody(int status, Throwable cause) {
            super(cause);
            this.status = status;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Map<String, List<String>> headers() {
            if (status == 404) {
                throw new IllegalStateException("no headers");
            }
            return null;
        }
    }
}
