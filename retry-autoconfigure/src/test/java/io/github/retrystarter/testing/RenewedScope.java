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
package io.github.retrystarter.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.Scope;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A scope as that of Spring Cloud's refreshes: its beans are destroyed together, and made anew when they are used next. */
public final class RenewedScope implements Scope {

    private static final String NAME = "renewed";

    private final Map<String, Object> beans = new ConcurrentHashMap<>();
    private final Map<String, Runnable> destructions = new ConcurrentHashMap<>();

    /** Registers a bean that is in this scope itself, so that who asks for it gets the one of now. */
    public <T> void register(
            ConfigurableApplicationContext context, String name, Class<T> type, Supplier<? extends T> supplier) {
        registry(context).registerBeanDefinition(name, definition(context, type, supplier));
    }

    /** Registers a bean in this scope behind a proxy, which is always the same and calls the one of now. */
    public <T> void registerBehindProxy(
            ConfigurableApplicationContext context, String name, Class<T> type, Supplier<? extends T> supplier) {
        BeanDefinitionHolder proxy = ScopedProxyUtils.createScopedProxy(
                new BeanDefinitionHolder(definition(context, type, supplier), name), registry(context), true);
        registry(context).registerBeanDefinition(name, proxy.getBeanDefinition());
    }

    private <T> RootBeanDefinition definition(
            ConfigurableApplicationContext context, Class<T> type, Supplier<? extends T> supplier) {
        context.getBeanFactory().registerScope(NAME, this);
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setInstanceSupplier(supplier);
        definition.setScope(NAME);
        return definition;
    }

    private static GenericApplicationContext registry(ConfigurableApplicationContext context) {
        return (GenericApplicationContext) context;
    }

    /** Destroys the beans of now. */
    public void renew() {
        beans.clear();
        destructions.values().forEach(Runnable::run);
        destructions.clear();
    }

    @Override
    public Object get(String name, ObjectFactory<?> factory) {
        return beans.computeIfAbsent(name, key -> factory.getObject());
    }

    @Override
    public @Nullable Object remove(String name) {
        destructions.remove(name);
        return beans.remove(name);
    }

    @Override
    public void registerDestructionCallback(String name, Runnable callback) {
        destructions.put(name, callback);
    }

    @Override
    @SuppressWarnings("NullAway") // Older lines of the framework do not say that there may be none.
    public @Nullable Object resolveContextualObject(String key) {
        return null;
    }

    @Override
    public @Nullable String getConversationId() {
        return null;
    }
}
