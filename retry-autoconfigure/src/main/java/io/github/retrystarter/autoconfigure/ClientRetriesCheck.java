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

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ReflectionUtils;

/**
 * Warns of each bean that lets Apache's HTTP client repeat requests below the retry policies, or takes these repeats
 * away from the clients that Spring Boot builds.
 */
final class ClientRetriesCheck implements BeanPostProcessor {

    /** Of this name on each line of Spring Boot, but since 4.0 in a jar of its own. */
    private static final String BOOT_BUILDER =
            "org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder";

    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final boolean switchOff;
    private final boolean warn;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /**
     * Makes the check.
     *
     * @param wanted whether clients may repeat requests; empty where the application does not say
     */
    ClientRetriesCheck(Optional<Boolean> wanted) {
        switchOff = !wanted.orElse(true);
        warn = !wanted.orElse(false);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean.getClass().getName().equals(BOOT_BUILDER)) {
            if (switchOff) {
                return withoutRetries(bean);
            }
            warnOf(beanName, warn && ApacheRetries.areInFactoryOf(bean));
        } else {
            warnOf(beanName, warn && ApacheRetries.areIn(bean));
        }
        return bean;
    }

    private void warnOf(String beanName, boolean repeats) {
        if (repeats && told.add(beanName)) {
            LOG.warn("Bean '" + beanName + "' sends requests with Apache HttpClient, which repeats them by itself where"
                    + " the answer is 429 or 503 or the connection breaks: each attempt of a retried call may be two"
                    + " requests. Set retry.http.client-retries to false to switch that off in clients that Spring Boot"
                    + " builds, call disableAutomaticRetries() on the HttpClientBuilder of others, or set the property"
                    + " to true where it is wanted");
        }
    }

    private static Object withoutRetries(Object builder) {
        Method method = ReflectionUtils.findMethod(builder.getClass(), "withHttpClientCustomizer", Consumer.class);
        Consumer<HttpClientBuilder> customizer = HttpClientBuilder::disableAutomaticRetries;
        @Nullable Object changed = method == null ? null : ReflectionUtils.invokeMethod(method, builder, customizer);
        return changed == null ? builder : changed;
    }
}
