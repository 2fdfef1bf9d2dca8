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

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import io.github.retrystarter.execution.PolicyProperty;

/**
 * A policy as it is written in the configuration.
 *
 * @param name the name, as the annotation has to give it
 * @param prefix the name that its properties begin with
 * @param values the values by key
 */
record WrittenPolicy(String name, ConfigurationPropertyName prefix, Map<PolicyKey, WrittenValue> values) {

    WrittenPolicy(String name, ConfigurationPropertyName prefix) {
        this(name, prefix, new LinkedHashMap<>());
    }

    String property() {
        return PolicyProperty.of(name);
    }

    PolicyLayer layer() {
        return new PolicyLayer(property(), values);
    }
}
