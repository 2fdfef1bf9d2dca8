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
package io.github.retrystarter.execution;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.settings.RetrySettings;
import io.github.retrystarter.testing.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetryPoliciesTests {

    private final RetryRuntime runtime = new VirtualTime().runtime();
    private final RetryPolicy payments =
            RetryPolicy.of("payments", RetrySettings.builder().build(), runtime);
    private final RetryPolicy reports =
            RetryPolicy.of("reports", RetrySettings.builder().build());

    private RetryPolicies policies(RetryPolicy... defined) {
        return new RetryPolicies(runtime, List.of(payments), () -> List.of(defined));
    }

    @Test
    void findsConfiguredAndDefinedPoliciesByTheirExactNames() {
        RetryPolicies policies = policies(reports);

        assertThat(policies.get("payments")).isSameAs(payments);
        assertThat(policies.get("reports")).isSameAs(reports);
        assertThat(policies.find("Payments")).isEmpty();
        assertThat(policies.names()).containsExactly("payments", "reports");
        assertThat(policies.all()).containsExactly(payments, reports);
    }

    @Test
    void aDefinedPolicyJoinsTheRuntimeUnlessItHasItsOwn() {
        RetryPolicy own = RetryPolicy.of("own", RetrySettings.builder().build(), RetryRuntime.standalone());

        policies(reports, own).names();

        assertThat(reports.state().runtime()).isSameAs(runtime);
        assertThat(own.state().runtime()).isSameAs(RetryRuntime.standalone());
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearestAndAllOthers() {
        RetryPolicies policies = policies(reports);

        assertThatThrownBy(() -> policies.get("paymnets"))
                .isInstanceOfSatisfying(
                        UnknownRetryPolicyException.class,
                        ex -> assertThat(ex.nearest()).contains("payments"))
                .hasMessageContaining("\"paymnets\"")
                .hasMessageContaining("Did you mean \"payments\"?")
                .hasMessageContaining("Known policies: payments, reports.");
    }

    @Test
    void twoPoliciesOfOneNameAreRefused() {
        RetryPolicy second = RetryPolicy.of("payments", RetrySettings.builder().build());

        assertThatIllegalStateException()
                .isThrownBy(() -> policies(second).names())
                .withMessageContaining("two retry policies named \"payments\"")
                .withMessageContaining("retry.policies.payments");
    }

    @Test
    void aBlankNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.of(" ", RetrySettings.builder().build()));
    }
}
