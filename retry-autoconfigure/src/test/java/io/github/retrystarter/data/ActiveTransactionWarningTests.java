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

import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.retrystarter.annotation.Retryable;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.testing.EmbeddedDatabase;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(OutputCaptureExtension.class)
class ActiveTransactionWarningTests {

    private static final String WARNING = ": retries inside a transaction that was active before";

    private final ApplicationContextRunner contexts = RetryContexts.runner(new VirtualTime())
            .withUserConfiguration(Database.class)
            .withPropertyValues("retry.policies.p.attempts=3");

    @Configuration(proxyBeanMethods = false)
    @Import(EmbeddedDatabase.class)
    static class Database {

        @Bean
        DataSourceTransactionManager transactionManager(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }

        @Bean
        TransactionTemplate caller(DataSourceTransactionManager transactions) {
            return new TransactionTemplate(transactions);
        }

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    static class Stock {

        private final AtomicInteger calls = new AtomicInteger();

        @Retryable("p")
        @Transactional
        public void joins() {
            failFirst();
        }

        @Retryable("p")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void apart() {
            failFirst();
        }

        private void failFirst() {
            if (calls.getAndIncrement() % 2 == 0) {
                throw new CannotAcquireLockException("deadlock");
            }
        }
    }

    @Test
    @DisplayName("B11: a retry inside the transaction of the caller is warned of once, by method and with the way out")
    void warnsOnce(CapturedOutput output) {
        contexts.run(context -> {
            Stock stock = context.getBean(Stock.class);
            TransactionTemplate caller = context.getBean(TransactionTemplate.class);

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> caller.executeWithoutResult(status -> stock.joins()))
                        .isInstanceOf(UnexpectedRollbackException.class);
            }

            assertThat(output.toString())
                    .containsOnlyOnce("Retry policy \"p\", Stock.joins" + WARNING)
                    .contains("Put the retries around the transaction", "REQUIRES_NEW");
        });
    }

    @Test
    void aRetryAroundTheTransactionIsFine(CapturedOutput output) {
        contexts.run(context -> {
            context.getBean(Stock.class).joins();
            assertThat(output).doesNotContain(WARNING);
        });
    }

    @Test
    void attemptsThatHaveTransactionsOfTheirOwnAreFine(CapturedOutput output) {
        contexts.run(context -> {
            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(status -> context.getBean(Stock.class).apart());
            assertThat(output).doesNotContain(WARNING);
        });
    }

    @Test
    void callsInCodeAreWarnedOfByTheirPolicy(CapturedOutput output) {
        contexts.run(context -> {
            RetryPolicy policy = context.getBean(RetryPolicies.class).get("p");
            AtomicInteger calls = new AtomicInteger();

            context.getBean(TransactionTemplate.class)
                    .executeWithoutResult(status -> policy.run(attempt -> {
                        if (calls.getAndIncrement() == 0) {
                            throw new CannotAcquireLockException("deadlock");
                        }
                    }));

            assertThat(output.toString()).containsOnlyOnce("Retry policy \"p\"" + WARNING);
        });
    }
}
