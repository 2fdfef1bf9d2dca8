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
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Registers a {@link BootClientCustomizer} for each type of customizer that this line of Spring Boot has. */
final class BootClientCustomizerRegistrar
        implements ImportBeanDefinitionRegistrar, BeanClassLoaderAware, RuntimeHintsRegistrar {

    private static final String WEB_CLIENT = "org.springframework.web.reactive.function.client.WebClient";

    /** Spring Boot 3.5 has the first of each kind, 4.0 and later the second. */
    private static final List<String> BLOCKING = List.of(
            "org.springframework.boot.web.client.RestTemplateCustomizer",
            "org.springframework.boot.restclient.RestTemplateCustomizer",
            "org.springframework.boot.web.client.RestClientCustomizer",
            "org.springframework.boot.restclient.RestClientCustomizer");

    private static final List<String> REACTIVE = List.of(
            "org.springframework.boot.web.reactive.function.client.WebClientCustomizer",
            "org.springframework.boot.webclient.WebClientCustomizer");

    private @Nullable ClassLoader classLoader;

    @Override
    public void setBeanClassLoader(ClassLoader classLoader) {
        this.classLoader = classLoader;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        customizers(classLoader)
                .forEach(type -> registry.registerBeanDefinition("retry" + type.getSimpleName(), definition(type)));
    }

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader hintsClassLoader) {
        customizers(hintsClassLoader).forEach(hints.proxies()::registerJdkProxy);
    }

    private static Stream<Class<?>> customizers(@Nullable ClassLoader classLoader) {
        // Before 4.0 the type of the reactive customizer is there without WebFlux too, and cannot be linked.
        Stream<String> names = ClassUtils.isPresent(WEB_CLIENT, classLoader)
                ? Stream.concat(BLOCKING.stream(), REACTIVE.stream())
                : BLOCKING.stream();
        return names.filter(name -> ClassUtils.isPresent(name, classLoader))
                .map(name -> ClassUtils.resolveClassName(name, classLoader));
    }

    private static RootBeanDefinition definition(Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(BootClientCustomizer.class);
        definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, type);
        return definition;
    }
}
