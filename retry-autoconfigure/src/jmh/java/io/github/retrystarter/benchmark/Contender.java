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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** Who is measured. */
public enum Contender {
    BARE("bare bean", MarkedService.class, List.of()),
    LOOP("hand-written loop", MarkedService.class, List.of(), LoopService::new),
    PROXY("pass-through proxy", MarkedService.class, List.of(Plain.PassThroughConfiguration.class)),
    PROXY_LOOP("plain loop in a proxy", MarkedService.class, List.of(Plain.LoopConfiguration.class)),
    HANDLE_LOOP(
            "plain loop in a proxy, method handle", MarkedService.class, List.of(Plain.HandleLoopConfiguration.class)),
    OURS("**this starter**", RetryStarterService.class, List.of(), "io.github.retrystarter."),
    FRAMEWORK("Spring Framework 7", FrameworkService.class, List.of(Peers.Framework.class)),
    SPRING_RETRY("Spring Retry", SpringRetryService.class, List.of(Peers.SpringRetry.class)),
    SPRING_RETRY_METERED(
            "Spring Retry, metrics listener",
            SpringRetryService.class,
            List.of(Peers.SpringRetry.class, Peers.SpringRetryMeters.class)),
    RESILIENCE4J(
            "Resilience4j, metrics",
            Resilience4jService.class,
            List.of(Peers.AspectJ.class),
            "io.github.resilience4j."),
    FAILSAFE("Failsafe (no proxy, executor kept)", MarkedService.class, List.of(), FailsafeService::new),
    ADVISED_PROXY(
            "pass-through proxy, other advice behind",
            MarkedService.class,
            List.of(Plain.PassThroughConfiguration.class, Plain.InnerAdviceConfiguration.class)),
    ADVISED_LOOP(
            "plain loop in a proxy, other advice behind",
            MarkedService.class,
            List.of(Plain.LoopConfiguration.class, Plain.InnerAdviceConfiguration.class)),
    ADVISED_OURS(
            "**this starter**, other advice behind",
            RetryStarterService.class,
            List.of(Plain.InnerAdviceConfiguration.class),
            "io.github.retrystarter.");

    /** The name of the one policy that everybody uses. */
    public static final String POLICY = "bench";

    private final String label;
    private final Class<? extends Service> type;
    private final List<Class<?>> configuration;
    private final String autoConfigurations;
    private final BiFunction<Service, Long, Service> wrapper;

    Contender(String label, Class<? extends Service> type, List<Class<?>> configuration) {
        this(label, type, configuration, "", (target, wait) -> target);
    }

    Contender(String label, Class<? extends Service> type, List<Class<?>> configuration, String autoConfigurations) {
        this(label, type, configuration, autoConfigurations, (target, wait) -> target);
    }

    Contender(
            String label,
            Class<? extends Service> type,
            List<Class<?>> configuration,
            BiFunction<Service, Long, Service> wrapper) {
        this(label, type, configuration, "", wrapper);
    }

    Contender(
            String label,
            Class<? extends Service> type,
            List<Class<?>> configuration,
            String autoConfigurations,
            BiFunction<Service, Long, Service> wrapper) {
        this.label = label;
        this.type = type;
        this.configuration = configuration;
        this.autoConfigurations = autoConfigurations;
        this.wrapper = wrapper;
    }

    String label() {
        return label;
    }

    Class<? extends Service> type() {
        return type;
    }

    List<Class<?>> configuration() {
        return configuration;
    }

    /** The start of the names of the auto-configurations that take part; empty where there are none. */
    String autoConfigurations() {
        return autoConfigurations;
    }

    Service wrap(Service bean, long waitMillis) {
        return wrapper.apply(bean, waitMillis);
    }

    boolean isProxied() {
        return !EnumSet.of(BARE, LOOP, FAILSAFE).contains(this);
    }

    boolean retries() {
        return !EnumSet.of(BARE, PROXY, ADVISED_PROXY).contains(this);
    }

    static Set<Contender> retrying() {
        Set<Contender> retrying = EnumSet.allOf(Contender.class);
        retrying.removeIf(contender -> !contender.retries());
        return retrying;
    }
}
