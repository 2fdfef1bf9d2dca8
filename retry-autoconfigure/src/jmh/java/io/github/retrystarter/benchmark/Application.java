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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;

/** A running application of one contender. It has a meter registry, whether the contender uses it or not. */
final class Application implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final Contender contender;
    private final long waitMillis;

    private Application(ConfigurableApplicationContext context, Contender contender, long waitMillis) {
        this.context = context;
        this.contender = contender;
        this.waitMillis = waitMillis;
    }

    /** Starts an application with the one measured bean, which waits this long between its attempts. */
    static Application start(Contender contender, long waitMillis) {
        return start(contender, waitMillis, Map.of(), beans -> beans.registerBean(contender.type()));
    }

    static Application start(
            Contender contender, long waitMillis, Map<String, Object> more, Consumer<GenericApplicationContext> beans) {
        Map<String, Object> properties = properties(waitMillis);
        properties.putAll(more);
        return start(contender, waitMillis, properties, beans, sources(contender));
    }

    /** Starts an application that has Spring Boot's auto-configurations, like most, and those of the contender. */
    static Application startConfigured(Contender contender, Consumer<GenericApplicationContext> beans) {
        Map<String, Object> properties = properties(0);
        properties.put("spring.autoconfigure.exclude", String.join(",", othersThan(contender)));
        List<Class<?>> sources = new ArrayList<>(List.of(Peers.Meters.class, Configured.class));
        sources.addAll(contender.configuration());
        return start(contender, 0, properties, beans, sources.toArray(Class<?>[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Configured {}

    private static List<String> othersThan(Contender contender) {
        List<String> others = new ArrayList<>();
        for (String name : ImportCandidates.load(AutoConfiguration.class, Application.class.getClassLoader())) {
            String own = contender.autoConfigurations();
            if (!name.startsWith("org.springframework.") && (own.isEmpty() || !name.startsWith(own))) {
                others.add(name);
            }
        }
        return others;
    }

    private static Application start(
            Contender contender,
            long waitMillis,
            Map<String, Object> properties,
            Consumer<GenericApplicationContext> beans,
            Class<?>... sources) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder()
                .sources(sources)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(properties)
                .initializers(fresh -> beans.accept((GenericApplicationContext) fresh))
                .run();
        return new Application(context, contender, waitMillis);
    }

    private static Map<String, Object> properties(long waitMillis) {
        Map<String, Object> properties = new HashMap<>();
        // A give-up is a line at WARN here and none with most peers.
        properties.put("logging.level.root", "error");
        properties.put("benchmark.wait", waitMillis);
        properties.putAll(policy(Contender.POLICY, waitMillis));
        String resilience = "resilience4j.retry.instances." + Contender.POLICY;
        properties.put(resilience + ".max-attempts", Script.ATTEMPTS);
        properties.put(resilience + ".wait-duration", waitMillis + "ms");
        return properties;
    }

    /** With the budget at work, as by default, but large enough for calls that fail all the time. */
    static Map<String, Object> policy(String name, long waitMillis) {
        String policy = "retry.policies." + name;
        return Map.of(
                policy + ".attempts",
                Script.ATTEMPTS,
                policy + ".backoff",
                "constant",
                policy + ".base",
                waitMillis + "ms",
                policy + ".budget.min-retries",
                Integer.MAX_VALUE);
    }

    private static Class<?>[] sources(Contender contender) {
        List<Class<?>> sources = new ArrayList<>(List.of(Peers.Meters.class));
        sources.addAll(contender.configuration());
        if (!contender.autoConfigurations().isEmpty()) {
            sources.addAll(List.of(Configurations.getClasses(autoConfigurations(contender.autoConfigurations()))));
        }
        return sources.toArray(Class<?>[]::new);
    }

    private static AutoConfigurations autoConfigurations(String prefix) {
        ClassLoader loader = Application.class.getClassLoader();
        List<Class<?>> found = new ArrayList<>();
        for (String name : ImportCandidates.load(AutoConfiguration.class, loader)) {
            if (name.startsWith(prefix)) {
                found.add(ClassUtils.resolveClassName(name, loader));
            }
        }
        return AutoConfigurations.of(found.toArray(Class<?>[]::new));
    }

    /** The measured bean, as other beans get it. */
    Service service() {
        return service(contender.type());
    }

    Service service(Class<? extends Service> type) {
        return contender.wrap(context.getBean(type), waitMillis);
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        context.close();
    }
}
