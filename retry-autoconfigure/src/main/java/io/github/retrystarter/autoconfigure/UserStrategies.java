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

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.retrystarter.backoff.BackoffStrategy;

/** Strategies of the application, by the names of their beans. */
final class UserStrategies {

    /** Before there are beans every name may be one; what is not one is refused when the policies are made. */
    static final UserStrategies NOT_YET_KNOWN = new UserStrategies(null);

    private final @Nullable ConfigurableListableBeanFactory beans;

    private UserStrategies(@Nullable ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    static UserStrategies of(ConfigurableListableBeanFactory beans) {
        return new UserStrategies(beans);
    }

    Optional<BackoffStrategy> find(String name) {
        if (beans == null) {
            return Optional.of((attempt, previous, random) -> Duration.ZERO);
        }
        return beans.containsBean(name) && beans.isTypeMatch(name, BackoffStrategy.class)
                ? Optional.of(beans.getBean(name, BackoffStrategy.class))
                : Optional.empty();
    }

    List<String> names() {
        return beans == null ? List.of() : Arrays.asList(beans.getBeanNamesForType(BackoffStrategy.class));
    }
}
