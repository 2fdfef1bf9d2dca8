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

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.retry.backoff.ThreadWaitSleeper;
import org.springframework.retry.support.MetricsRetryListener;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** What the contexts of the contenders hold beside their beans. */
final class Peers {

    private Peers() {}

    @Configuration(proxyBeanMethods = false)
    static class Meters {

        @Bean
        static PrometheusMeterRegistry meterRegistry() {
            return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods(proxyTargetClass = true)
    static class Framework {}

    @Configuration(proxyBeanMethods = false)
    @EnableRetry(proxyTargetClass = true)
    static class SpringRetry {

        /** Its shortest wait is a millisecond; nobody is to wait here. */
        @Bean
        static Sleeper sleeper(@Value("${benchmark.wait}") long waitMillis) {
            return waitMillis == 0 ? period -> {} : new ThreadWaitSleeper();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SpringRetryMeters {

        @Bean
        static MetricsRetryListener metricsRetryListener(MeterRegistry registry) {
            return new MetricsRetryListener(registry);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAspectJAutoProxy(proxyTargetClass = true)
    static class AspectJ {}
}
