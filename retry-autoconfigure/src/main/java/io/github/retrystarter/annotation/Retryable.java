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
 * <p>On a type it leaves out private and static methods. On a method that is private or static, or that is final where
 * the bean gets a class proxy, it stops start-up; so it does on a method to which the annotation of Spring Framework or of
 * Spring Retry with the same name applies as well.
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

    /**
     * The name of the method that answers instead where the policy gives up on a failure that it would have retried: a
     * method of the same bean, of any visibility, inherited or a default method of an interface. Without it the caller
     * gets the last failure.
     *
     * <p>It has the same parameters in the same order, and may take the failure as one more, the last (in front of the
     * continuation of a suspending function). Several methods may have the name: the one whose failure parameter is the
     * most specific for the failure is called, else the one without, which also answers for results that count as
     * failures. Its return type must fit that of the method; for a method without a result it has none either.
     *
     * <p>It is called on the bean itself, so that advice of its own, another {@code @Retryable} included, does not run.
     * On a type the name holds for every method that the annotation applies to, those of that name left out. A fallback
     * that does not fit stops start-up.
     *
     * <pre>{@code
     * @Retryable(value = "payments", fallback = "chargeLater")
     * Receipt charge(Order order) { ... }
     *
     * Receipt chargeLater(Order order, Exception failure) { ... }
     * }</pre>
     *
     * @return the name of the method, or empty for none
     */
    String fallback() default "";
}
