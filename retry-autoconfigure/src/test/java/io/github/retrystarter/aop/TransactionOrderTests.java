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
package io.github.retrystarter.aop;

import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionStatus;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.testing.EmbeddedDatabase;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Retries around transactions, on a real database. */
class TransactionOrderTests {

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withUserConfiguration(Database.class)
            .withPropertyValues("retry.policies.p.attempts=3");

    @Configuration(proxyBeanMethods = false)
    @Import(EmbeddedDatabase.class)
    static class Database {

        @Bean
        CountingTransactions transactions(DataSource dataSource) {
            return new CountingTransactions(dataSource);
        }

        @Bean
        Entries entries(JdbcTemplate jdbc) {
            jdbc.execute("create table entries (id int)");
            return new Entries(jdbc);
        }
    }

    /** Counts, and fails the first commits as it is told. */
    static class CountingTransactions extends DataSourceTransactionManager {

        private static final long serialVersionUID = 1L;

        final AtomicInteger begun = new AtomicInteger();
        final AtomicInteger commitsToFail = new AtomicInteger();

        CountingTransactions(DataSource dataSource) {
            super(dataSource);
            setRollbackOnCommitFailure(true);
        }

        @Override
        protected void doBegin(Object transaction, org.springframework.transaction.TransactionDefinition definition) {
            begun.incrementAndGet();
            super.doBegin(transaction, definition);
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            if (commitsToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new CannotAcquireLockException("commit lost the race");
            }
            super.doCommit(status);
        }
    }

    static class Entries {

        private final JdbcTemplate jdbc;
        private int failures;

        Entries(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        void failNext(int times) {
            failures = times;
        }

        @Retryable("p")
        @Transactional
        public void add(int id) {
            jdbc.update("insert into entries values (?)", id);
            if (failures-- > 0) {
                throw new CannotAcquireLockException("deadlock");
            }
        }
    }

    private static int rows(JdbcTemplate jdbc) {
        Integer rows = jdbc.queryForObject("select count(*) from entries", Integer.class);
        return rows == null ? -1 : rows;
    }

    @Test
    void everyAttemptHasATransactionOfItsOwn() {
        contexts.run(context -> {
            context.getBean(Entries.class).failNext(2);

            context.getBean(Entries.class).add(1);

            assertThat(context.getBean(CountingTransactions.class).begun).hasValue(3);
            assertThat(rows(context.getBean(JdbcTemplate.class))).isOne();
        });
    }

    @Test
    void aFailedCommitIsRetried() {
        contexts.run(context -> {
            CountingTransactions transactions = context.getBean(CountingTransactions.class);
            transactions.commitsToFail.set(2);

            context.getBean(Entries.class).add(1);

            assertThat(transactions.begun).hasValue(3);
            assertThat(rows(context.getBean(JdbcTemplate.class))).isOne();
        });
    }

    @Test
    void noRowIsLeftWhereEveryAttemptFails() {
        contexts.run(context -> {
            context.getBean(Entries.class).failNext(100);

            assertThatThrownBy(() -> context.getBean(Entries.class).add(1))
                    .isInstanceOf(CannotAcquireLockException.class);

            assertThat(context.getBean(CountingTransactions.class).begun).hasValue(3);
            assertThat(rows(context.getBean(JdbcTemplate.class))).isZero();
        });
    }
}
