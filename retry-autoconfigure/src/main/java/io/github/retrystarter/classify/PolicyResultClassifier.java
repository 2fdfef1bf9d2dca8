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

import org.jspecify.annotations.Nullable;

/**
 * Classifies the results of one policy: the user's classifiers first, then the status of an HTTP answer.
 *
 * <p>Whether the results of a method can matter at all is known from its return type: see {@link #concerns}. Nothing in
 * here throws: a classifier or resolver that does is reported once and counts as having no answer. Safe for use by many
 * threads at once.
 *
 * @since 0.1.0
 */
public final class PolicyResultClassifier {

    private final ClassificationRules rules;

    private final List<Typed<ResultClassifier>> classifiers = new ArrayList<>();

    private final List<Typed<HttpResultResolver>> resolvers = new ArrayList<>();

    private final ExtensionGuard guard;

    /**
     * Whether anybody knows results of a class. Kept with the class itself, as a value that holds on to nothing, so that
     * results nobody knows cost one look.
     */
    private final ClassValue<Boolean> known = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> resultClass) {
            return isKnown(resultClass);
        }
    };

    /**
     * Creates a classifier that reports broken classifiers and resolvers to nobody.
     *
     * @param rules the policy's own rules, of which the statuses count here
     * @param classifiers the user's classifiers, in the order in which they are asked
     * @param resolvers resolvers of HTTP answers, in the order in which they are asked
     */
    public PolicyResultClassifier(
            ClassificationRules rules, List<ResultClassifier> classifiers, List<HttpResultResolver> resolvers) {
        this(rules, classifiers, resolvers, ExtensionFailureReporter.SILENT);
    }

    /**
     * Creates a classifier.
     *
     * @param rules the policy's own rules, of which the statuses count here
     * @param classifiers the user's classifiers, in the order in which they are asked
     * @param resolvers resolvers of HTTP answers, in the order in which they are asked
     * @param reporter is told, once for each class, of a classifier or resolver that threw
     */
    public PolicyResultClassifier(
            ClassificationRules rules,
            List<ResultClassifier> classifiers,
            List<HttpResultResolver> resolvers,
            ExtensionFailureReporter reporter) {
        this.rules = rules;
        this.guard = new ExtensionGuard(reporter);
        for (ResultClassifier classifier : classifiers) {
            Class<?> type = guard.<Class<?>>ask(classifier, classifier::resultType);
            if (type != null) {
                this.classifiers.add(new Typed<>(type, classifier));
            }
        }
        for (HttpResultResolver resolver : resolvers) {
            Class<?> type = guard.<Class<?>>ask(resolver, resolver::resultType);
            if (type != null) {
                this.resolvers.add(new Typed<>(type, resolver));
            }
        }
    }

    /**
     * Returns whether results of a method can be failures. Where this is false, {@link #classify} need not be called.
     *
     * @param resultType the declared type of the result: the return type, or what the future or publisher holds;
     *     {@code Object} where that is not known
     * @return false when no object of this type is one that a classifier or resolver knows
     */
    public boolean concerns(Class<?> resultType) {
        if (resultType == void.class || resultType == Void.class) {
            return false;
        }
        return classifiers.stream().anyMatch(typed -> typed.mayMeet(resultType))
                || resolvers.stream().anyMatch(typed -> typed.mayMeet(resultType));
    }

    /**
     * Classifies a result. Never throws.
     *
     * @param result what the attempt returned, or what its future or publisher ended with; null always stands
     * @return the classification
     */
    public ResultClassification classify(@Nullable Object result) {
        if (result == null || !known.get(result.getClass())) {
            return ResultClassification.ACCEPTED;
        }
        return switch (usersWord(result)) {
            case RETRYABLE -> new ResultClassification(true, httpAnswer(result));
            case NOT_RETRYABLE -> ResultClassification.ACCEPTED;
            case UNKNOWN -> byStatus(httpAnswer(result));
        };
    }

    /**
     * Releases what a result holds, because another attempt takes its place. Never throws.
     *
     * @param result the result that the caller will not get
     */
    public void discard(@Nullable Object result) {
        if (result == null) {
            return;
        }
        for (Typed<HttpResultResolver> typed : resolvers) {
            if (typed.type().isInstance(result)) {
                HttpResultResolver resolver = typed.extension();
                release(resolver, () -> resolver.discard(result));
            }
        }
        if (result instanceof AutoCloseable closeable) {
            release(closeable, closeable);
        }
    }

    private boolean isKnown(Class<?> resultClass) {
        return classifiers.stream().anyMatch(typed -> typed.type().isAssignableFrom(resultClass))
                || resolvers.stream().anyMatch(typed -> typed.type().isAssignableFrom(resultClass));
    }

    private ResultClassification byStatus(@Nullable HttpFailure http) {
        if (http == null) {
            return ResultClassification.ACCEPTED;
        }
        boolean failed = rules.retries(http.status());
        return failed || rules.decides(http.status())
                ? new ResultClassification(failed, http)
                : ResultClassification.ACCEPTED;
    }

    private Retryability usersWord(Object result) {
        for (Typed<ResultClassifier> typed : classifiers) {
            if (typed.type().isInstance(result)) {
                ResultClassifier classifier = typed.extension();
                Retryability answer = guard.ask(classifier, () -> classifier.classify(result));
                if (answer != null && answer != Retryability.UNKNOWN) {
                    return answer;
                }
            }
        }
        return Retryability.UNKNOWN;
    }

    private @Nullable HttpFailure httpAnswer(Object result) {
        for (Typed<HttpResultResolver> typed : resolvers) {
            if (typed.type().isInstance(result)) {
                HttpResultResolver resolver = typed.extension();
                HttpFailure found = guard.ask(resolver, () -> resolver.resolve(result));
                HttpFailure answer = found == null ? null : GuardedHttpFailure.of(found, guard);
                if (answer != null) {
                    return answer;
                }
            }
        }
        return null;
    }

    private void release(Object extension, AutoCloseable release) {
        guard.ask(extension, () -> {
            release.close();
            return null;
        });
    }

    /** A classifier or resolver together with the type of the results it knows. */
    private record Typed<E>(Class<?> type, E extension) {

        boolean mayMeet(Class<?> resultType) {
            return type.isAssignableFrom(resultType) || resultType.isAssignableFrom(type);
        }
    }
}
