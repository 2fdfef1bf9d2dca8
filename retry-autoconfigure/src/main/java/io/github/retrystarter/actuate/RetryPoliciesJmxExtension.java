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

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;

import io.github.retrystarter.execution.RetryPolicy;

/**
 * What the endpoint does with one policy over JMX. All parameters are strings, so that a console can fill them in.
 *
 * @since 0.1.0
 */
@EndpointJmxExtension(endpoint = RetryPoliciesEndpoint.class)
public class RetryPoliciesJmxExtension {

    private final RetryPoliciesEndpoint endpoint;

    /**
     * Makes the extension.
     *
     * @param endpoint the endpoint
     */
    public RetryPoliciesJmxExtension(RetryPoliciesEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Returns everything about one policy.
     *
     * @param policy its exact name
     * @return the policy
     * @throws InvalidEndpointRequestException if there is none of that name
     */
    @ReadOperation
    public Map<String, Object> policy(String policy) {
        return answer(policy, endpoint::policy);
    }

    /**
     * Changes some keys of one policy.
     *
     * @param policy its exact name
     * @param changes the new values by key, as a JSON object
     * @return the policy as it then is
     * @throws InvalidEndpointRequestException if a value breaks a rule, and nothing has changed; or if there is no policy
     *     of that name
     */
    @WriteOperation
    public Map<String, Object> change(String policy, String changes) {
        return answer(policy, found -> endpoint.change(found, parsed(changes)));
    }

    /**
     * Undoes all changes of one policy.
     *
     * @param policy its exact name
     * @return the policy as it then is
     * @throws InvalidEndpointRequestException if there is none of that name
     */
    @DeleteOperation
    public Map<String, Object> reset(String policy) {
        return answer(policy, endpoint::reset);
    }

    private Map<String, Object> answer(String name, Function<RetryPolicy, Map<String, Object>> work) {
        RetryPolicy policy = endpoint.find(name).orElseThrow(() -> refused(endpoint.unknown(name)));
        try {
            return work.apply(policy);
        } catch (RejectedChangeException ex) {
            throw refused(ex.rule());
        }
    }

    private static Map<String, Object> parsed(String changes) {
        try {
            // A parser gives null for the JSON null, whatever its signature says.
            return Optional.ofNullable(JsonParserFactory.getJsonParser().parseMap(changes))
                    .orElseThrow(RetryPoliciesJmxExtension::notAnObject);
        } catch (JsonParseException notJson) {
            throw notAnObject();
        }
    }

    private static RejectedChangeException notAnObject() {
        return new RejectedChangeException("changes must be a JSON object, such as {\"attempts\": 2}");
    }

    private static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }
}
