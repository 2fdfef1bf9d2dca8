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

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.HeuristicCompletionException;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSuspensionNotSupportedException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.TransactionUsageException;

import io.github.retrystarter.classify.GradedFailureClassifier;
import io.github.retrystarter.classify.Verdict;

/**
 * Classifies Spring's data-access and transaction exceptions.
 *
 * <p>Worth another attempt: the transient family (lock not acquired, deadlock, optimistic locking, serialisation,
 * query time-out), the recoverable one, and a transaction that timed out. A failed resource, such as a connection that
 * cannot be had or was lost, and a transaction that cannot be created are so too unless a cause says otherwise (a wrong
 * password). Not worth it: every other non-transient failure, wrong use of transactions, and a transaction of mixed
 * outcome. Uncategorised failures and transactions that failed at commit are left to their causes.
 *
 * @since 0.1.0
 */
public final class DataAccessFailureClassifier implements GradedFailureClassifier {

    /** Creates the classifier; it has no state. */
    public DataAccessFailureClassifier() {}

    @Override
    public Verdict judge(Throwable failure) {
        if (failure instanceof DataAccessException access) {
            return judgeAccess(access);
        }
        return failure instanceof TransactionException transaction ? judgeTransaction(transaction) : Verdict.UNKNOWN;
    }

    private static Verdict judgeAccess(DataAccessException failure) {
        if (failure instanceof TransientDataAccessException || failure instanceof RecoverableDataAccessException) {
            return Verdict.RETRYABLE;
        }
        // Non-transient by its superclass, not by its nature: the next attempt gets a new connection.
        if (failure instanceof DataAccessResourceFailureException) {
            return Verdict.LIKELY_RETRYABLE;
        }
        if (failure instanceof UncategorizedDataAccessException) {
            return Verdict.LIKELY_NOT_RETRYABLE;
        }
        return failure instanceof NonTransientDataAccessException ? Verdict.NOT_RETRYABLE : Verdict.UNKNOWN;
    }

    private static Verdict judgeTransaction(TransactionException failure) {
        if (failure instanceof TransactionTimedOutException) {
            return Verdict.RETRYABLE;
        }
        if (failure instanceof TransactionUsageException
                || failure instanceof HeuristicCompletionException
                || failure instanceof NestedTransactionNotSupportedException
                || failure instanceof TransactionSuspensionNotSupportedException) {
            return Verdict.NOT_RETRYABLE;
        }
        return failure instanceof CannotCreateTransactionException ? Verdict.LIKELY_RETRYABLE : Verdict.UNKNOWN;
    }
}
