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

import io.github.retrystarter.annotation.Retryable;

/**
 * The annotation that applies to a method.
 *
 * @param policy the name of the policy that it asks for
 * @param fallback the name of the fallback; empty for none
 * @param onType whether it stands on a type rather than on a method
 */
record AppliedRetryable(String policy, String fallback, boolean onType) {

    static AppliedRetryable of(Retryable annotation, boolean onType) {
        return new AppliedRetryable(annotation.value(), annotation.fallback(), onType);
    }
}
