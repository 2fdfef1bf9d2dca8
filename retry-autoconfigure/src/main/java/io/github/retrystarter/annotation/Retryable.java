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
package io.github.retrystarter.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method under a named retry policy: a failure that is worth it is followed by a wait and another attempt.
 *
 * <pre>{@code
 * @Retryable("payments")
 * Receipt charge(Order order) { ... }
 * }</pre>
 *
 * <p>On a type it applies to every method that callers of the bean can reach, inherited ones included; an annotation on
 * the method wins. It is found on the class, on what the class extends and implements, and on annotations that are
 * themselves annotated with it. An overriding method without an annotation of its own keeps that of the method it
 * overrides.
 *
 * <p>Calls that a bean makes to its own methods do not pass the proxy and are not retried.
 *
 * @since 0.1.0
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Retryable {

    /**
     * The exact name of the policy: {@code retry.policies.<name>} in the configuration, or the name of a RetryPolicy
     * bean. A name that no policy has stops start-up.
     *
     * @return the name of the policy
     */
    String value();
}
