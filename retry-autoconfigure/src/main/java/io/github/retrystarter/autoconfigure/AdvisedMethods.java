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

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.retrystarter.actuate.AdvisedMethod;
import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.aop.ClassmateCalls;

/** The annotated methods of an application, looked for when somebody first asks. */
final class AdvisedMethods implements Supplier<List<AdvisedMethod>> {

    private final ConfigurableListableBeanFactory beans;
    private volatile @Nullable List<AdvisedMethod> found;

    AdvisedMethods(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public List<AdvisedMethod> get() {
        List<AdvisedMethod> methods = found;
        if (methods == null) {
            // Two threads may both look; they find the same.
            methods = AnnotatedBeans.find(beans).stream()
                    .map(AdvisedMethods::describe)
                    .toList();
            found = methods;
        }
        return methods;
    }

    private static AdvisedMethod describe(AnnotatedMethod annotated) {
        String parameters = Arrays.stream(annotated.method().getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
        return new AdvisedMethod(
                annotated.policy(),
                annotated.bean(),
                annotated.type().getName(),
                annotated.method().getName() + parameters,
                ClassmateCalls.of(annotated));
    }
}
