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
package io.github.retrystarter.recipes;

import java.net.ConnectException;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import io.github.retrystarter.autoconfigure.RetryAopAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryAutoConfiguration;
import io.github.retrystarter.autoconfigure.RetryReactiveAutoConfiguration;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.Eventually;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.LiveThreads;
import io.github.retrystarter.testing.StyleKind;
import io.github.retrystarter.testing.Yaml;

/** A main method that returns while calls of its context wait, and that never closes the context. */
final class WaitingAtTheEnd {

    private WaitingAtTheEnd() {}

    public static void main(String[] arguments) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        Yaml.file("retry.policies.p: {attempts: 3, backoff: constant, base: 50ms, budget.enabled: false}")
                .initialize(context);
        context.register(AutoConfigurations.getClasses(AutoConfigurations.of(
                RetryAopAutoConfiguration.class, RetryAutoConfiguration.class, RetryReactiveAutoConfiguration.class)));
        context.registerBean(EveryStyle.class);
        context.refresh();
        EveryStyle bean = context.getBean(EveryStyle.class);
        RetryPolicies policies = context.getBean(RetryPolicies.class);
        // Has every kind of thread started.
        StyleKind.FUTURE.begin(bean, WaitingAtTheEnd::refused, Runnable::run);
        Eventually.until(
                "an attempt ran", () -> !LiveThreads.named("retry-attempt-").isEmpty());
        policies.update(
                "p", settings -> settings.base(java.time.Duration.ofHours(1)).cap(java.time.Duration.ofHours(1)));
        StyleKind.FUTURE.begin(bean, WaitingAtTheEnd::refused, Runnable::run);
        StyleKind.MONO.begin(bean, WaitingAtTheEnd::refused, Runnable::run);
        Eventually.until("two calls wait", () -> policies.get("p").counts().waiting() >= 2);
        System.out.println("main returns");
    }

    private static Object refused() throws ConnectException {
        throw new ConnectException("refused");
    }
}
