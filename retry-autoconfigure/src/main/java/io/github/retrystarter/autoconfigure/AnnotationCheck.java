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

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.retrystarter.aop.AnnotatedBeans;
import io.github.retrystarter.aop.AnnotatedMethod;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.UnknownRetryPolicyException;

/** Stops start-up where an annotation asks for a policy that does not exist. */
final class AnnotationCheck implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<RetryPolicies> policies;

    AnnotationCheck(ConfigurableListableBeanFactory beans, ObjectProvider<RetryPolicies> policies) {
        this.beans = beans;
        this.policies = policies;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> known = policies.getObject().names();
        for (AnnotatedMethod annotated : AnnotatedBeans.find(beans)) {
            if (!known.contains(annotated.policy())) {
                throw new UnknownRetryPolicyException(place(annotated), annotated.policy(), known);
            }
        }
    }

    private static String place(AnnotatedMethod annotated) {
        return "Method " + ClassUtils.getQualifiedMethodName(annotated.method(), annotated.type()) + " of the bean \""
                + annotated.bean() + "\"";
    }
}
