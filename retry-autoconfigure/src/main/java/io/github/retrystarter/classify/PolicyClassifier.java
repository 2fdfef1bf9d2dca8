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

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.Classification.Kind;

/**
 * Classifies the failures of one policy.
 *
 * <p>The wrappers of futures, reflection and Reactor are peeled first; one without a cause stands for itself. Then an
 * {@link Error}, an interruption, a cancellation and the refusal of a circuit breaker end it: no rule makes them
 * retryable. (An interruption or cancellation that a time-out carries as its cause is how that time-out stopped the work,
 * and does not count. An {@code Error} further down the chain counts only in the third pass.) Three passes follow, each
 * over the whole cause chain from the outside in; the first answer decides:
 *
 * <ol>
 *   <li>the user's word: at each failure the exception rules, then the user's classifiers in order;
 *   <li>the status of the outermost HTTP answer, when it is an error status or listed;
 *   <li>the built-in classifiers; a {@linkplain Verdict likely} answer stands only when none of its causes answers.
 * </ol>
 *
 * <p>A failure without an answer is unclassified, or retryable when the rules say so; one that is an HTTP answer is not
 * retryable. {@link #classify} never throws: a classifier or resolver that does is reported once and counts as having
 * no answer. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class PolicyClassifier {

    /** Kept with the class of a failure: not to be of an interface is slow to find out. */
    private static final ClassValue<Boolean> MAY_BE_ANSWER = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> failureType) {
            return HttpFailure.class.isAssignableFrom(failureType);
        }
    };

    private final ClassificationRules rules;

    /** Arrays, since an element of a list is held against its type each time, which is slow for an interface. */
    private final FailureClassifier[] userClassifiers;

    private final FailureClassifier[] builtInClassifiers;

    private final HttpFailureResolver[] resolvers;

    private final ExtensionGuard guard;

    /**
     * Creates a classifier that reports broken classifiers and resolvers to nobody.
     *
     * @param rules the policy's own rules
     * @param userClassifiers classifiers that are asked along with the rules, in this order
     * @param builtInClassifiers classifiers that are asked last, in this order
     * @param resolvers resolvers of HTTP answers, in this order
     */
    public PolicyClassifier(
            ClassificationRules rules,
            List<FailureClassifier> userClassifiers,
            List<FailureClassifier> builtInClassifiers,
            List<HttpFailureResolver> resolvers) {
        this(rules, userClassifiers, builtInClassifiers, resolvers, ExtensionFailureReporter.SILENT);
    }

    /**
     * Creates a classifier.
     *
     * @param rules the policy's own rules
     * @param userClassifiers classifiers that are asked along with the rules, in this order
     * @param builtInClassifiers classifiers that are asked last, in this order
     * @param resolvers resolvers of HTTP answers, in this order
     * @param reporter is told, once for each class, of a classifier or resolver that threw
     */
    public PolicyClassifier(
            ClassificationRules rules,
            List<FailureClassifier> userClassifiers,
            List<FailureClassifier> builtInClassifiers,
            List<HttpFailureResolver> resolvers,
            ExtensionFailureReporter reporter) {
        this.rules = rules;
        this.userClassifiers = userClassifiers.toArray(new FailureClassifier[0]);
        this.builtInClassifiers = builtInClassifiers.toArray(new FailureClassifier[0]);
        this.resolvers = resolvers.toArray(new HttpFailureResolver[0]);
        this.guard = new ExtensionGuard(reporter);
    }

    /**
     * Classifies a failure. Never throws.
     *
     * @param failure what the attempt threw, or what its future or publisher ended with
     * @return the classification
     */
    public Classification classify(Throwable failure) {
        List<Throwable> chain = CauseChain.of(failure);
        HttpFailure http = httpAnswer(chain);
        Kind beyondRules = beyondRules(chain);
        if (beyondRules != null) {
            return new Classification(beyondRules, chain.get(0), http, neverRan(chain), false);
        }
        Retryability word = usersWord(chain);
        boolean byStatusAlone = word == Retryability.UNKNOWN
                && http != null
                && !rules.neverOnStatuses().contains(http.status());
        return new Classification(kind(word, chain, http), chain.get(0), http, neverRan(chain), byStatusAlone);
    }

    private Kind kind(Retryability usersWord, List<Throwable> chain, @Nullable HttpFailure http) {
        Retryability answer = usersWord;
        if (answer == Retryability.UNKNOWN) {
            answer = byStatus(http);
        }
        if (answer == Retryability.UNKNOWN) {
            answer = builtIn(chain);
        }
        return switch (answer) {
            case RETRYABLE -> Kind.RETRYABLE;
            case NOT_RETRYABLE -> Kind.NOT_RETRYABLE;
            case UNKNOWN -> unanswered(http);
        };
    }

    private Kind unanswered(@Nullable HttpFailure http) {
        if (http != null) {
            return Kind.NOT_RETRYABLE;
        }
        return rules.retryUnclassified() ? Kind.RETRYABLE : Kind.UNCLASSIFIED;
    }

    /**
     * Returns whether a failure says that the work was stopped from this side: an interruption or a cancellation. Never
     * throws.
     *
     * @param failure what the attempt threw, or what its future or publisher ended with
     * @return true for those that {@link #classify} finds interrupted or cancelled
     */
    public static boolean isStop(Throwable failure) {
        Kind kind = beyondRules(CauseChain.of(failure));
        return kind == Kind.INTERRUPTED || kind == Kind.CANCELLED;
    }

    private static @Nullable Kind beyondRules(List<Throwable> chain) {
        if (chain.get(0) instanceof Error) {
            return Kind.NOT_RETRYABLE;
        }
        for (Throwable failure : chain) {
            FailureNature nature = KnownFailures.natureOf(failure);
            if (nature == FailureNature.INTERRUPTION) {
                return Kind.INTERRUPTED;
            }
            if (nature == FailureNature.CANCELLATION) {
                return Kind.CANCELLED;
            }
            if (nature == FailureNature.NOT_PERMITTED) {
                return Kind.NOT_RETRYABLE;
            }
            if (nature.timeOut()) {
                return null;
            }
        }
        return null;
    }

    private static boolean neverRan(List<Throwable> chain) {
        for (Throwable failure : chain) {
            if (KnownFailures.natureOf(failure).neverRan()) {
                return true;
            }
        }
        return false;
    }

    private Retryability usersWord(List<Throwable> chain) {
        for (Throwable failure : chain) {
            Retryability answer = usersWord(failure);
            boolean ignored = answer == Retryability.RETRYABLE && failure instanceof Error;
            if (answer != Retryability.UNKNOWN && !ignored) {
                return answer;
            }
        }
        return Retryability.UNKNOWN;
    }

    private Retryability usersWord(Throwable failure) {
        Retryability answer = rules.answerFor(failure.getClass());
        for (int i = 0; answer == Retryability.UNKNOWN && i < userClassifiers.length; i++) {
            answer = ask(userClassifiers[i], failure).retryability();
        }
        return answer;
    }

    private Retryability byStatus(@Nullable HttpFailure http) {
        if (http == null || !rules.decides(http.status())) {
            return Retryability.UNKNOWN;
        }
        return rules.retries(http.status()) ? Retryability.RETRYABLE : Retryability.NOT_RETRYABLE;
    }

    private Retryability builtIn(List<Throwable> chain) {
        Verdict likely = Verdict.UNKNOWN;
        for (Throwable failure : chain) {
            Verdict verdict = builtIn(failure);
            if (verdict.firm()) {
                return verdict.retryability();
            }
            if (verdict != Verdict.UNKNOWN) {
                likely = verdict;
            }
        }
        return likely.retryability();
    }

    /** The first firm verdict on one failure, else the first likely one. */
    private Verdict builtIn(Throwable failure) {
        Verdict likely = Verdict.UNKNOWN;
        for (FailureClassifier classifier : builtInClassifiers) {
            Verdict verdict = ask(classifier, failure);
            if (verdict.firm()) {
                return verdict;
            }
            if (likely == Verdict.UNKNOWN) {
                likely = verdict;
            }
        }
        return likely;
    }

    private Verdict ask(FailureClassifier classifier, Throwable failure) {
        try {
            Verdict verdict = judge(classifier, failure);
            return verdict == null ? Verdict.UNKNOWN : verdict;
        } catch (Throwable broken) {
            guard.failed(classifier, broken);
            return Verdict.UNKNOWN;
        }
    }

    private static @Nullable Verdict judge(FailureClassifier classifier, Throwable failure) {
        return classifier instanceof GradedFailureClassifier graded
                ? graded.judge(failure)
                : Verdict.firmly(classifier.classify(failure));
    }

    private @Nullable HttpFailure httpAnswer(List<Throwable> chain) {
        for (Throwable failure : chain) {
            HttpFailure answer = httpAnswer(failure);
            if (answer != null) {
                return answer;
            }
        }
        return null;
    }

    private @Nullable HttpFailure httpAnswer(Throwable failure) {
        if (MAY_BE_ANSWER.get(failure.getClass()) && failure instanceof HttpFailure own) {
            HttpFailure answer = GuardedHttpFailure.of(own, guard);
            if (answer != null) {
                return answer;
            }
        }
        for (HttpFailureResolver resolver : resolvers) {
            HttpFailure found = resolve(resolver, failure);
            HttpFailure answer = found == null ? null : GuardedHttpFailure.of(found, guard);
            if (answer != null) {
                return answer;
            }
        }
        return null;
    }

    private @Nullable HttpFailure resolve(HttpFailureResolver resolver, Throwable failure) {
        try {
            return resolver.resolve(failure);
        } catch (Throwable broken) {
            guard.failed(resolver, broken);
            return null;
        }
    }
}
