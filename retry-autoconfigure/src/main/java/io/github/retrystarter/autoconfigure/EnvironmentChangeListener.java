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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.SmartApplicationListener;

import io.github.retrystarter.execution.RetryPolicies;

/**
 * Puts a changed environment in force when Spring Cloud says that it has changed. The event is known by the name of its
 * class, so that Spring Cloud may be absent. A configuration that is not valid changes nothing.
 */
final class EnvironmentChangeListener implements SmartApplicationListener {

    private static final String EVENT = "org.springframework.cloud.context.environment.EnvironmentChangeEvent";
    private static final Log LOG = LogFactory.getLog("io.github.retrystarter");

    private final ObjectProvider<ConfigurationReader> reader;
    private final ObjectProvider<RetryPolicies> policies;

    EnvironmentChangeListener(ObjectProvider<ConfigurationReader> reader, ObjectProvider<RetryPolicies> policies) {
        this.reader = reader;
        this.policies = policies;
    }

    @Override
    public boolean supportsEventType(Class<? extends ApplicationEvent> eventType) {
        for (Class<?> type = eventType; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(EVENT)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        try {
            ConfigurationReader configurations = reader.getObject();
            RetryConfiguration changed = configurations.read();
            List<String> leftOut = policies.getObject().configure(changed.policies());
            configurations.inForce(changed);
            if (!leftOut.isEmpty()) {
                LOG.warn("New retry policies need a restart, they are left out until then: " + leftOut);
            }
        } catch (RuntimeException ex) {
            LOG.error("The changed retry configuration is not valid, the values before it stay in force: "
                    + ex.getMessage());
        }
    }
}
