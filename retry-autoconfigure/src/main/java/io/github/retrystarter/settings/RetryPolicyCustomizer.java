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
package io.github.retrystarter.settings;

/**
 * Has the last word on what a configured policy says. Beans of this type are found by themselves and asked in their
 * order, each time the configuration is read: at start-up, and when it changes.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface RetryPolicyCustomizer {

    /**
     * Changes what a policy says.
     *
     * @param policy the name of the policy
     * @param settings what the configuration says, to be changed in place
     */
    void customize(String policy, RetrySettingsBuilder settings);
}
