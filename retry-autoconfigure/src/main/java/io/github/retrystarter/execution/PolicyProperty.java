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
package io.github.retrystarter.execution;

/**
 * The property that configures a policy, as it has to be written.
 *
 * @since 0.1.0
 */
public final class PolicyProperty {

    private PolicyProperty() {}

    /**
     * Returns the property of a policy. A name with other characters than letters, digits, dashes and underscores keeps
     * its text in brackets only.
     *
     * @param policy the name of the policy
     * @return the property, such as {@code retry.policies.payments} or {@code retry.policies.[inventory.v2/read]}
     */
    public static String of(String policy) {
        return "retry.policies." + (isSimple(policy) ? policy : "[" + policy + "]");
    }

    private static boolean isSimple(String policy) {
        for (int i = 0; i < policy.length(); i++) {
            char c = policy.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '-' && c != '_') {
                return false;
            }
        }
        return true;
    }
}
