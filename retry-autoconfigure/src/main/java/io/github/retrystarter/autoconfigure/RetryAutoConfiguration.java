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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;

import io.github.retrystarter.classify.FailureClassifier;
import io.github.retrystarter.classify.HttpFailureResolver;
import io.github.retrystarter.classify.HttpResultResolver;
import io.github.retrystarter.classify.JdkHttpResultResolver;
import io.github.retrystarter.classify.ResultClassifier;
import io.github.retrystarter.classify.StandardFailureClassifier;
import io.github.retrystarter.context.DecoratorCarrier;
import io.github.retrystarter.execution.AttemptExecutor;
import io.github.retrystarter.execution.CallObserver;
import io.github.retrystarter.execution.ContextCarrier;
import io.github.retrystarter.execution.RetryBreakers;
import io.github.retrystarter.execution.RetryEventListener;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryRuntime;
import io.github.retrystarter.execution.RetryTimer;
import io.github.retrystarter.execution.RetryWaits;
import io.github.retrystarter.execution.TimeAndChance;
import io.github.retrystarter.logging.RetryLog;
import io.github.retrystarter.settings.RetryPolicyCustomizer;
import io.github.retrystarter.settings.RetrySettings;

/**
 * Makes a bean of each configured policy, and the registry of all policies.
 *
 * @since 0.1.0
 */
@AutoConfiguration
@Import({RetryPolicyRegistrar.class, WaitConfiguration.class})
public final class RetryAutoConfiguration {

    static final String POLICIES_BEAN = "retryPolicies";

    private static final String LOG_BEAN = "retryLog";

    @Bean(POLICIES_BEAN)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RetryPolicies retryPolicies(
            ConfigurationReader reader, ConfigurableListableBeanFactory beans, RetryRuntime runtime) {
        List<RetryPolicy> configured = new ArrayList<>();
        RetryConfiguration configuration = reader.read();
        reader.inForce(configuration);
        Set<String> configuredBeans = new HashSet<>();
        for (Map.Entry<String, RetrySettings> policy : configuration.policies().entrySet()) {
            configured.add(RetryPolicy.of(policy.getKey(), policy.getValue(), runtime));
            configuredBeans.add(Names.bean(policy.getKey()));
        }
        return new RetryPolicies(runtime, configured, () -> others(beans, configuredBeans));
    }

    private static List<RetryPolicy> others(ConfigurableListableBeanFactory beans, Set<String> configured) {
        List<RetryPolicy> others = new ArrayList<>();
        for (String bean : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, RetryPolicy.class)) {
            if (!configured.contains(bean)) {
                others.add(beans.getBean(bean, RetryPolicy.class));
            }
        }
        return others;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static ConfigurationReader retryConfigurationReader(
            Environment environment,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<RetryPolicyCustomizer> customizers) {
        return new ConfigurationReader(environment, beans, customizers);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static EnvironmentChangeListener retryEnvironmentChangeListener(
            ObjectProvider<ConfigurationReader> reader, ObjectProvider<RetryPolicies> policies) {
        return new EnvironmentChangeListener(reader, policies);
    }

    /**
     * A listener, but not one of the application's: it comes before those. Its timer is the bean, not that of the time and
     * chance, which a test may have replaced by one that waits on the thread of the call.
     */
    @Bean(name = LOG_BEAN, defaultCandidate = false)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RetryLog retryLog(
            ObjectProvider<TimeAndChance> timeAndChance,
            ObjectProvider<RetryTimer> timer,
            ConfigurableListableBeanFactory beans) {
        UserStrategies strategies = UserStrategies.of(beans);
        return new RetryLog(
                () -> timeAndChance.getObject().ticker(),
                timer::getIfUnique,
                settings -> SettingsValues.byPath(settings, strategies));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RetryRuntime retryRuntime(
            ObjectProvider<TimeAndChance> timeAndChance,
            ObjectProvider<FailureClassifier> classifiers,
            ObjectProvider<BuiltInClassifier> builtInClassifiers,
            ObjectProvider<HttpFailureResolver> resolvers,
            ObjectProvider<ResultClassifier> resultClassifiers,
            ObjectProvider<HttpResultResolver> resultResolvers,
            ObjectProvider<RetryEventListener> listeners,
            ObjectProvider<CallObserver> observers,
            ObjectProvider<RetryBreakers> breakers,
            ObjectProvider<AttemptExecutor> attemptExecutor,
            ObjectProvider<ContextCarrier> carriers,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<EventLoops> eventLoops,
            RetryWaits waits,
            @Qualifier(LOG_BEAN) RetryLog log,
            Environment environment) {
        return RetryRuntime.builder()
                .timeAndChance(new OneBean<>(timeAndChance))
                .userClassifiers(new OrderedBeans<>(classifiers))
                .builtInClassifiers(() -> Stream.concat(
                                Stream.of(new StandardFailureClassifier()),
                                builtInClassifiers.orderedStream().map(BuiltInClassifier::classifier))
                        .toList())
                .resolvers(new OrderedBeans<>(resolvers))
                .resultClassifiers(new OrderedBeans<>(resultClassifiers))
                .resultResolvers(
                        () -> Stream.concat(Stream.of(new JdkHttpResultResolver()), resultResolvers.orderedStream())
                                .toList())
                .listeners(new OrderedBeans<>(List.of(log), listeners))
                .callObservers(new OrderedBeans<>(observers))
                .breakers(() -> breakers.getIfAvailable(() -> RetryBreakers.NONE))
                .attemptExecutor(new OneBean<>(attemptExecutor))
                .contextCarriers(() -> Stream.concat(
                                decorators.orderedStream().map(DecoratorCarrier::new), carriers.orderedStream())
                        .toList())
                .eventLoop(() -> onOneOf(eventLoops.stream().toList()))
                .waits(waits)
                .diagnostics(log)
                .exposesAttempts(RetryConfiguration.attemptHeader(environment).isPresent())
                .countsMethods(RetryConfiguration.tagMethod(environment))
                .build();
    }

    private static BooleanSupplier onOneOf(List<EventLoops> eventLoops) {
        return () -> eventLoops.stream().anyMatch(EventLoops::onOne);
    }
}
