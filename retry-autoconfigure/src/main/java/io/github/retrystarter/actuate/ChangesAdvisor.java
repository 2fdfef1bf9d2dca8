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
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Hands the whole body of a request to the operation that changes a policy. By itself an operation gets only what it has
 * a parameter for, and what is misspelt would be left out without a word. It also sees to it that the path alone says
 * which policy is meant.
 *
 * @since 0.1.0
 */
public final class ChangesAdvisor implements OperationInvokerAdvisor {

    static final String POLICY = "policy";

    /** In place of a path; a path has no empty parts. */
    private static final String LOST = "";

    private static final String CHANGES = "changes";
    private static final EndpointId ENDPOINT = EndpointId.of(RetryPoliciesEndpoint.ID);

    /** Makes the advisor. */
    public ChangesAdvisor() {}

    @Override
    public OperationInvoker apply(
            EndpointId endpointId,
            OperationType operationType,
            OperationParameters parameters,
            OperationInvoker invoker) {
        boolean takesPath = endpointId.equals(ENDPOINT)
                && parameters.stream().anyMatch(parameter -> parameter.getType() == String[].class);
        return takesPath ? context -> invoker.invoke(gathered(context)) : invoker;
    }

    private static InvocationContext gathered(InvocationContext context) {
        Map<String, @Nullable Object> changes = new LinkedHashMap<>(context.getArguments());
        Object policy = changes.get(POLICY);
        if (policy instanceof String[]) {
            changes.remove(POLICY);
        } else {
            // A body or a query with this name takes the place of the path, so that the path is lost.
            policy = new String[] {LOST};
        }
        return new InvocationContext(SecurityContext.NONE, Map.of(POLICY, policy, CHANGES, changes));
    }

    /** Whether these parts stand for a path that something else has taken the place of. */
    static boolean isLost(String[] path) {
        return path.length == 1 && path[0].equals(LOST);
    }
}
