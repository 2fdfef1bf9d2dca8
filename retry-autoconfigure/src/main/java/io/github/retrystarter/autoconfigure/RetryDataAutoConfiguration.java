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
package io.github.retrystarter.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;

import io.github.retrystarter.data.ActiveTransactionWarning;
import io.github.retrystarter.data.DataAccessFailureClassifier;

/**
 * Classifies Spring's data-access failures, and warns of retries inside an active transaction.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = RetryAutoConfiguration.class)
@ConditionalOnClass(DataAccessException.class)
public final class RetryDataAutoConfiguration {

    @Bean
    BuiltInClassifier retryDataAccessClassifier() {
        return new BuiltInClassifier(new DataAccessFailureClassifier());
    }

    @Bean
    ActiveTransactionWarning retryActiveTransactionWarning() {
        return new ActiveTransactionWarning();
    }
}
