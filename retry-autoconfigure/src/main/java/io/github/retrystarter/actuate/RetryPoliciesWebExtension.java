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

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import io.github.retrystarter.execution.RetryPolicy;

/**
 * What the endpoint does with one policy over HTTP. The rest of the path is the name of the policy, slashes included.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = RetryPoliciesEndpoint.class)
public class RetryPoliciesWebExtension {

    private static final String REASON = "reason";

    private final RetryPoliciesEndpoint endpoint;

    /**
     * Makes the extension.
     *
     * @param endpoint the endpoint
     */
    public RetryPoliciesWebExtension(RetryPoliciesEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Returns everything about one policy.
     *
     * @param policy its name, in parts between slashes
     * @return the policy; 404 where there is none; or 400 where the query names a policy too
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> policy(@Selector(match = Match.ALL_REMAINING) String[] policy) {
        return answer(policy, endpoint::policy);
    }

    /**
     * Changes some keys of one policy.
     *
     * @param policy its name, in parts between slashes
     * @param changes the new values by key; see {@link ChangesAdvisor}
     * @return the policy as it then is; 400 with the rule where a value breaks one, and nothing has changed; or 404
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> change(
            @Selector(match = Match.ALL_REMAINING) String[] policy, Map<String, @Nullable Object> changes) {
        if (changes.containsKey(ChangesAdvisor.POLICY)) {
            return refused(ChangesAdvisor.POLICY + " is not a key of a retry policy");
        }
        return answer(policy, found -> endpoint.change(found, changes));
    }

    /**
     * Undoes all changes of one policy.
     *
     * @param policy its name, in parts between slashes
     * @return the policy as it then is, or 404
     */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> reset(@Selector(match = Match.ALL_REMAINING) String[] policy) {
        return answer(policy, endpoint::reset);
    }

    private WebEndpointResponse<Map<String, Object>> answer(
            String[] policy, Function<RetryPolicy, Map<String, Object>> work) {
        if (ChangesAdvisor.isLost(policy)) {
            return refused("the path says which policy is meant, the parameter " + ChangesAdvisor.POLICY
                    + " must not say it again");
        }
        Optional<RetryPolicy> found = endpoint.find(policy);
        if (found.isEmpty()) {
            return new WebEndpointResponse<>(
                    Map.of(REASON, endpoint.unknown(String.join("/", policy))), WebEndpointResponse.STATUS_NOT_FOUND);
        }
        try {
            return new WebEndpointResponse<>(work.apply(found.get()));
        } catch (RejectedChangeException ex) {
            return refused(ex.rule());
        }
    }

    private static WebEndpointResponse<Map<String, Object>> refused(String reason) {
        return new WebEndpointResponse<>(Map.of(REASON, reason), WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
