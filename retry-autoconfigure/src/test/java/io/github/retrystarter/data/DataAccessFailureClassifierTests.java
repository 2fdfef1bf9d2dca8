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

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.HeuristicCompletionException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.retrystarter.classify.Classification;
import io.github.retrystarter.classify.Classification.Kind;
import io.github.retrystarter.classify.ClassificationRules;
import io.github.retrystarter.classify.PolicyClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;
import io.github.retrystarter.classify.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class DataAccessFailureClassifierTests {

    private final DataAccessFailureClassifier classifier = new DataAccessFailureClassifier();

    private final PolicyClassifier policy = new PolicyClassifier(
            ClassificationRules.DEFAULT, List.of(), List.of(new StandardFailureClassifier(), classifier), List.of());

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(new ConcurrencyFailureException("lost"), Verdict.RETRYABLE),
                arguments(new OptimisticLockingFailureException("stale"), Verdict.RETRYABLE),
                arguments(new PessimisticLockingFailureException("locked"), Verdict.RETRYABLE),
                arguments(new CannotAcquireLockException("locked"), Verdict.RETRYABLE),
                arguments(new QueryTimeoutException("slow"), Verdict.RETRYABLE),
                arguments(new TransientDataAccessResourceException("busy"), Verdict.RETRYABLE),
                arguments(new RecoverableDataAccessException("reconnect"), Verdict.RETRYABLE),
                arguments(new DataAccessResourceFailureException("down"), Verdict.LIKELY_RETRYABLE),
                arguments(new CannotGetJdbcConnectionException("down"), Verdict.LIKELY_RETRYABLE),
                arguments(uncategorized(null), Verdict.LIKELY_NOT_RETRYABLE),
                arguments(new NonTransientDataAccessResourceException("gone"), Verdict.NOT_RETRYABLE),
                arguments(new DataIntegrityViolationException("violated"), Verdict.NOT_RETRYABLE),
                arguments(new DuplicateKeyException("twice"), Verdict.NOT_RETRYABLE),
                arguments(new EmptyResultDataAccessException(1), Verdict.NOT_RETRYABLE),
                arguments(new InvalidDataAccessApiUsageException("wrong"), Verdict.NOT_RETRYABLE),
                arguments(new InvalidDataAccessResourceUsageException("wrong"), Verdict.NOT_RETRYABLE),
                arguments(new PermissionDeniedDataAccessException("no", null), Verdict.NOT_RETRYABLE),
                arguments(new OwnDataAccessException(), Verdict.UNKNOWN),
                arguments(new TransactionTimedOutException("slow"), Verdict.RETRYABLE),
                arguments(new CannotCreateTransactionException("down"), Verdict.LIKELY_RETRYABLE),
                arguments(new NestedTransactionNotSupportedException("no"), Verdict.NOT_RETRYABLE),
                arguments(new IllegalTransactionStateException("none"), Verdict.NOT_RETRYABLE),
                arguments(new HeuristicCompletionException(0, new IOException()), Verdict.NOT_RETRYABLE),
                arguments(new TransactionSystemException("commit"), Verdict.UNKNOWN),
                arguments(new UnexpectedRollbackException("rollback-only"), Verdict.UNKNOWN),
                arguments(new IllegalStateException(), Verdict.UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void judgesEveryFamily(Throwable failure, Verdict expected) {
        assertThat(classifier.judge(failure)).isEqualTo(expected);
        assertThat(classifier.classify(failure)).isEqualTo(expected.retryability());
    }

    @Nested
    class Causes {

        @Test
        void tellAboutAConnectionThatCannotBeHad() {
            SQLException password = new SQLException("password authentication failed", "28P01");
            SQLException tooMany = new SQLException("too many connections", "53300");

            assertThat(kind(new CannotGetJdbcConnectionException("no", password)))
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(kind(new CannotGetJdbcConnectionException("no", pooled(password))))
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(kind(new CannotGetJdbcConnectionException("no", pooled(tooMany))))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(new CannotGetJdbcConnectionException("no", tooMany)))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(new CannotCreateTransactionException("no", pooled(null))))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(new CannotCreateTransactionException("no", new IllegalStateException("closed"))))
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void tellAboutACommitThatFailed() {
            assertThat(kind(new TransactionSystemException("commit", new SQLException("lost", "40001"))))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(new TransactionSystemException("commit", new SQLException("duplicate", "23505"))))
                    .isEqualTo(Kind.NOT_RETRYABLE);
            assertThat(kind(new TransactionSystemException("commit"))).isEqualTo(Kind.UNCLASSIFIED);
        }

        @Test
        void tellAboutAnUncategorisedFailure() {
            assertThat(kind(uncategorized(new SQLException("deadlock", "40P01"))))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(uncategorized(new SQLException("odd", "99999")))).isEqualTo(Kind.NOT_RETRYABLE);
        }

        @Test
        void tellNothingAgainstAFirmAnswer() {
            assertThat(kind(new CannotAcquireLockException("locked", new SQLException("odd", "42000"))))
                    .isEqualTo(Kind.RETRYABLE);
            assertThat(kind(new DataIntegrityViolationException("violated", new SQLException("lost", "08006"))))
                    .isEqualTo(Kind.NOT_RETRYABLE);
        }

        private SQLException pooled(SQLException cause) {
            return new SQLTransientConnectionException(
                    "pool - Connection is not available, request timed out after 1ms", null, cause);
        }
    }

    @Nested
    class RealDatabase {

        private final DriverManagerDataSource dataSource =
                new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1");

        private final JdbcTemplate jdbc = new JdbcTemplate(dataSource);

        @Test
        void refusedConnectionIsRetriedAndNeverRan() throws Exception {
            int closedPort;
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                closedPort = socket.getLocalPort();
            }
            DriverManagerDataSource nowhere =
                    new DriverManagerDataSource("jdbc:h2:tcp://127.0.0.1:" + closedPort + "/mem:x");
            TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(nowhere));

            for (Throwable failure : List.of(
                    catchThrowable(() -> new JdbcTemplate(nowhere).execute("select 1")),
                    catchThrowable(() -> transaction.executeWithoutResult(status -> {})))) {
                Classification classification = policy.classify(failure);
                assertThat(classification.kind()).as("%s", failure).isEqualTo(Kind.RETRYABLE);
                assertThat(classification.neverRan()).as("%s", failure).isTrue();
            }
        }

        @Test
        void lockedRowIsRetried() {
            jdbc.execute("create table stock (id int primary key, amount int)");
            jdbc.execute("insert into stock values (1, 1)");
            TransactionTemplate holder = new TransactionTemplate(new JdbcTransactionManager(dataSource));

            Throwable failure = holder.execute(status -> {
                jdbc.execute("update stock set amount = 2 where id = 1");
                JdbcTemplate other = new JdbcTemplate(new DriverManagerDataSource(dataSource.getUrl()));
                return catchThrowable(() -> other.execute("update stock set amount = 3 where id = 1"));
            });

            assertThat(failure).isInstanceOf(DataAccessException.class);
            assertThat(kind(failure)).as("%s", failure).isEqualTo(Kind.RETRYABLE);
            assertThat(kind(failure.getCause())).as("%s", failure.getCause()).isEqualTo(Kind.RETRYABLE);
        }

        @Test
        void duplicateKeyAndWrongSyntaxAreNotRetried() {
            jdbc.execute("create table stock (id int primary key)");
            jdbc.execute("insert into stock values (1)");

            for (String statement : List.of("insert into stock values (1)", "select * from nothing", "no sql")) {
                Throwable failure = catchThrowable(() -> jdbc.execute(statement));
                assertThat(kind(failure)).as("%s", failure).isEqualTo(Kind.NOT_RETRYABLE);
                assertThat(kind(failure.getCause()))
                        .as("%s", failure.getCause())
                        .isEqualTo(Kind.NOT_RETRYABLE);
            }
        }
    }

    private Kind kind(Throwable failure) {
        return policy.classify(failure).kind();
    }

    private static UncategorizedSQLException uncategorized(SQLException cause) {
        return new UncategorizedSQLException("task", "sql", cause == null ? new SQLException("odd") : cause);
    }

    private static final class OwnDataAccessException extends DataAccessException {

        OwnDataAccessException() {
            super("own");
        }
    }
}
