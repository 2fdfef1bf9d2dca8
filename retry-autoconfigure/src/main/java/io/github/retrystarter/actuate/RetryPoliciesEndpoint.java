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

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

import io.github.retrystarter.execution.NearestName;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.execution.RetryPolicy;
import io.github.retrystarter.execution.RetryWaits;

/**
 * Shows the retry policies to operators, and changes them where the application's access rules open it for writing. What
 * concerns one policy is added by {@link RetryPoliciesWebExtension} and {@link RetryPoliciesJmxExtension}, since each has
 * its own way to name one.
 *
 * @since 0.1.0
 */
@Endpoint(id = RetryPoliciesEndpoint.ID, defaultAccess = Access.READ_ONLY)
public class RetryPoliciesEndpoint {

    /** The id of the endpoint. */
    public static final String ID = "retrypolicies";

    private final RetryPolicies policies;
    private final PolicyConfiguration configuration;
    private final RetryWaits waits;
    private final PolicyReport report;

    /**
     * Makes the endpoint.
     *
     * @param policies the policies
     * @param configuration what is configured, and the way to change it
     * @param waits the waits in progress
     * @param giveUps the latest give-ups
     */
    public RetryPoliciesEndpoint(
            RetryPolicies policies, PolicyConfiguration configuration, RetryWaits waits, RecentGiveUps giveUps) {
        this.policies = policies;
        this.configuration = configuration;
        this.waits = waits;
        this.report = new PolicyReport(configuration, giveUps);
    }

    /**
     * Returns all policies in brief.
     *
     * @return the number of waits in progress, and the policies by name
     */
    @ReadOperation
    public Map<String, Object> policies() {
        Map<String, Object> all = new LinkedHashMap<>();
        policies.all().forEach(policy -> all.put(policy.name(), report.brief(policy)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("waitsInProgress", waits.inProgress());
        body.put("policies", all);
        return body;
    }

    Map<String, Object> policy(RetryPolicy policy) {
        return report.full(policy);
    }

    /** Makes the change and returns what is then in force. */
    Map<String, Object> change(RetryPolicy policy, Map<String, ? extends @Nullable Object> changes) {
        if (changes.isEmpty()) {
            throw new RejectedChangeException("a change needs at least one key, such as \"attempts\"");
        }
        configuration.change(policy, changes);
        return report.full(policy);
    }

    Map<String, Object> reset(RetryPolicy policy) {
        configuration.reset(policy);
        return report.full(policy);
    }

    Optional<RetryPolicy> find(String name) {
        return policies.find(name);
    }

    /** Finds a policy by the parts of its name between slashes; a path has lost the empty ones. */
    Optional<RetryPolicy> find(String[] segments) {
        Optional<RetryPolicy> exact = find(String.join("/", segments));
        if (exact.isPresent()) {
            return exact;
        }
        List<RetryPolicy> alike = policies.all().stream()
                .filter(policy -> Arrays.equals(segmentsOf(policy.name()), segments))
                .toList();
        return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
    }

    private static String[] segmentsOf(String name) {
        return Arrays.stream(name.split("/"))
                .map(String::strip)
                .filter(segment -> !segment.isEmpty())
                .toArray(String[]::new);
    }

    /** What to say where there is no policy of a name. */
    String unknown(String name) {
        List<String> known = policies.names();
        Function<String, String> suggestion = nearest -> ", did you mean \"" + nearest + "\"?";
        return "there is no retry policy \"" + name + "\""
                + NearestName.of(name, known).map(suggestion).orElse("") + " (policies: " + String.join(", ", known)
                + ")";
    }
}
