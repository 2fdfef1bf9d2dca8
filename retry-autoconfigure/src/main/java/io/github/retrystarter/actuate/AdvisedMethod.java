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
package io.github.retrystarter.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method that runs under a policy.
 *
 * @param policy the name of the policy
 * @param bean the name of the bean
 * @param type the name of the class or interface that the bean is known as
 * @param method the name of the method with the simple names of its parameter types
 * @param callers the methods of the same class that call it; on {@code this} they go around the policy
 * @since 0.1.0
 */
public record AdvisedMethod(String policy, String bean, String type, String method, List<String> callers) {

    /** Copies the list. */
    public AdvisedMethod {
        callers = List.copyOf(callers);
    }

    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("bean", bean);
        body.put("type", type);
        body.put("method", method);
        if (!callers.isEmpty()) {
            body.put("callsFromSameClass", callers);
        }
        return body;
    }
}
