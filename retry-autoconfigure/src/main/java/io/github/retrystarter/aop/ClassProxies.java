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
package io.github.retrystarter.aop;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyProcessorSupport;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Conventions;

/** Tells which beans get a subclass as their proxy, as Spring's proxy creator will decide. */
final class ClassProxies extends ProxyProcessorSupport {

    private static final long serialVersionUID = 1L;

    /** Spring Framework 7 keeps the choice there, 6.2 in the creator itself. */
    private static final String DEFAULT_CONFIG = "org.springframework.aop.framework.autoproxy.defaultProxyConfig";

    /** Set by Spring Framework 7 where a bean asks for a proxy by its interfaces. */
    private static final String EXPOSED_INTERFACES =
            Conventions.getQualifiedAttributeName(AutoProxyUtils.class, "exposedInterfaces");

    private final transient ConfigurableListableBeanFactory beans;

    ClassProxies(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    boolean needed(String bean, Class<?> type) {
        if (AutoProxyUtils.shouldProxyTargetClass(beans, bean)) {
            return true;
        }
        if (beans.containsBeanDefinition(bean) && beans.getBeanDefinition(bean).hasAttribute(EXPOSED_INTERFACES)) {
            return false;
        }
        return asksForAll(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)
                || asksForAll(DEFAULT_CONFIG)
                || hasNoInterface(type);
    }

    private boolean asksForAll(String bean) {
        if (!beans.containsBeanDefinition(bean)) {
            return false;
        }
        BeanDefinition creator = beans.getBeanDefinition(bean);
        return Boolean.TRUE.equals(creator.getPropertyValues().get("proxyTargetClass"));
    }

    private boolean hasNoInterface(Class<?> type) {
        ProxyFactory proxy = new ProxyFactory();
        evaluateProxyInterfaces(type, proxy);
        return proxy.isProxyTargetClass();
    }
}
