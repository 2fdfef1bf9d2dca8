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
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;

/**
 * Matches where retried calls have something to send, or where code of the application may add a key. In all other
 * applications HTTP clients are left alone: with an interceptor they would hold each body in memory.
 */
final class OnRetryHeadersCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Retry headers");
        Environment environment = context.getEnvironment();
        if (RetryConfiguration.attemptHeader(environment).isPresent()) {
            return ConditionOutcome.match(message.because("retry.http.attempt-header is set"));
        }
        Map<String, RetrySettings> policies = new RetryConfiguration(
                        environment, context.getClassLoader(), UserStrategies.NOT_YET_KNOWN, List.of())
                .policies();
        for (Map.Entry<String, RetrySettings> policy : policies.entrySet()) {
            if (policy.getValue().idempotencyHeader() != null) {
                return ConditionOutcome.match(message.because("policy " + policy.getKey() + " has an idempotency key"));
            }
        }
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        if (beans != null && codeMayAddAKey(beans, policies)) {
            return ConditionOutcome.match(message.because("beans of the application may add an idempotency key"));
        }
        return ConditionOutcome.noMatch(message.because("no policy has an idempotency key"));
    }

    private static boolean codeMayAddAKey(ConfigurableListableBeanFactory beans, Map<String, RetrySettings> policies) {
        List<String> configured = policies.keySet().stream().map(Names::bean).toList();
        return beans.getBeanNamesForType(RetryPolicyCustomizer.class, true, false).length > 0
                || Stream.of(beans.getBeanNamesForType(RetryPolicy.class, true, false))
                        .anyMatch(bean -> !configured.contains(bean));
    }
}
