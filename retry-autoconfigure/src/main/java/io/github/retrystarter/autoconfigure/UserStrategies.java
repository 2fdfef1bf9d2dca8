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

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.retrystarter.backoff.BackoffStrategy;

/** Strategies of the application, by the names of their beans. */
interface UserStrategies {

    /** Before there are beans every name may be one; what is not one is refused when the policies are made. */
    UserStrategies NOT_YET_KNOWN = new UserStrategies() {
        @Override
        public Optional<BackoffStrategy> find(String name) {
            return Optional.of((attempt, previous, random) -> Duration.ZERO);
        }

        @Override
        public List<String> names() {
            return List.of();
        }
    };

    static UserStrategies of(ConfigurableListableBeanFactory beans) {
        return new UserStrategies() {
            @Override
            public Optional<BackoffStrategy> find(String name) {
                return beans.containsBean(name) && beans.isTypeMatch(name, BackoffStrategy.class)
                        ? Optional.of(beans.getBean(name, BackoffStrategy.class))
                        : Optional.empty();
            }

            @Override
            public List<String> names() {
                return Arrays.asList(beans.getBeanNamesForType(BackoffStrategy.class));
            }
        };
    }

    Optional<BackoffStrategy> find(String name);

    List<String> names();
}
