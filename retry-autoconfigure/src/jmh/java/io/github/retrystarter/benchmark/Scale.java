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
package io.github.retrystarter.benchmark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.context.support.GenericApplicationContext;

/** How large the application is around the measured bean. */
public enum Scale {
    ONE(1, 1),
    TEN(10, 10),
    HUNDRED(100, 100),
    THOUSAND(1_000, 1_000),
    TEN_THOUSAND_METHODS(1, 10_000);

    private final int policies;
    private final int methods;

    Scale(int policies, int methods) {
        this.policies = policies;
        this.methods = methods;
    }

    int policies() {
        return policies;
    }

    int methods() {
        return methods;
    }

    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        for (int i = 0; i < policies; i++) {
            properties.putAll(Application.policy(policy(i), 0));
        }
        return properties;
    }

    List<Class<?>> beans() {
        return BeanClasses.annotated(methods, this::policy);
    }

    Application start(List<Class<?>> beans) {
        return Application.start(Contender.OURS, 0, properties(), context -> register(context, beans));
    }

    private static void register(GenericApplicationContext context, List<Class<?>> beans) {
        context.registerBean(Contender.OURS.type());
        beans.forEach(type -> context.registerBean(type));
    }

    private String policy(int number) {
        return "scale-" + number % policies;
    }
}
