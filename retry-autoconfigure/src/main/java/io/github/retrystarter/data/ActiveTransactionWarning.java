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
package io.github.retrystarter.data;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.retrystarter.execution.RetryEvent;
import io.github.retrystarter.execution.RetryEventListener;

/**
 * Warns, once for each method, of a retry inside a transaction that was active before: the failure may have marked it for
 * rollback, and then its commit fails although the retry succeeds. Methods that say by annotation that each attempt is
 * out of that transaction are left alone.
 *
 * @since 0.1.0
 */
public final class ActiveTransactionWarning implements RetryEventListener {

    private final Log log = LogFactory.getLog("io.github.retrystarter");
    private final Set<Object> told = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Propagation propagation;

    /** Makes the listener. */
    public ActiveTransactionWarning() {}

    @Override
    public boolean wants(RetryEvent.Kind kind) {
        return kind == RetryEvent.Kind.RETRY && TransactionSynchronizationManager.isActualTransactionActive();
    }

    @Override
    public void onRetryEvent(RetryEvent event) {
        if (wants(event.kind())
                && !isApart(event.method())
                && told.add(event.method() != null ? event.method() : event.policy())) {
            log.warn(subject(event)
                    + ": retries inside a transaction that was active before. The failure may have marked"
                    + " it for rollback; then its commit fails although a further attempt succeeds. Put the retries around"
                    + " the transaction, or give the retried method its own with Propagation.REQUIRES_NEW. Told once.");
        }
    }

    private boolean isApart(@Nullable Method method) {
        if (method == null) {
            return false;
        }
        Propagation found = propagation;
        if (found == null) {
            // Two threads may both make one; the one that is kept remembers what it has read.
            found = new Propagation();
            propagation = found;
        }
        return found.isApart(method);
    }

    /** What methods say of their transactions; made at the first retry inside one, since most applications see none. */
    private static final class Propagation {

        private static final Set<Integer> APART = Set.of(
                TransactionDefinition.PROPAGATION_REQUIRES_NEW,
                TransactionDefinition.PROPAGATION_NESTED,
                TransactionDefinition.PROPAGATION_NOT_SUPPORTED);

        private final AnnotationTransactionAttributeSource attributes = new AnnotationTransactionAttributeSource(false);

        boolean isApart(Method method) {
            TransactionAttribute attribute = attributes.getTransactionAttribute(method, null);
            return attribute != null && APART.contains(attribute.getPropagationBehavior());
        }
    }

    private static String subject(RetryEvent event) {
        Method method = event.method();
        return "Retry policy \"" + event.policy() + "\""
                + (method == null ? "" : ", " + method.getDeclaringClass().getSimpleName() + "." + method.getName());
    }
}
