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
package io.github.retrystarter.actuate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.execution.RetryPolicy;

/**
 * What the endpoint has to know about the configuration, and the way to change it. Implementations are safe for use by
 * many threads at once.
 *
 * @since 0.1.0
 */
public interface PolicyConfiguration {

    /**
     * Returns the values in force.
     *
     * @param policy the policy
     * @return the values by key, as a configuration names the keys; those that mean nothing for the policy are left out
     */
    Map<String, EffectiveValue> values(RetryPolicy policy);

    /**
     * Returns the methods that run under a policy.
     *
     * @param policy the policy
     * @return the methods, by bean and then by name
     */
    List<AdvisedMethod> methods(RetryPolicy policy);

    /**
     * Changes some keys of a policy, all of them or none.
     *
     * @param policy the policy
     * @param values the new values by key; null values are refused
     * @throws RejectedChangeException if a key or a value is not valid; everything stays as it was
     */
    void change(RetryPolicy policy, Map<String, ? extends @Nullable Object> values);

    /**
     * Undoes all changes of a policy.
     *
     * @param policy the policy
     */
    void reset(RetryPolicy policy);
}
