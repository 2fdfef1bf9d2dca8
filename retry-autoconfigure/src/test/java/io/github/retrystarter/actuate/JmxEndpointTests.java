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

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The endpoint as a console sees it. */
class JmxEndpointTests {

    private static final String[] TWO_STRINGS = {String.class.getName(), String.class.getName()};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private static EndpointApplication start(String domain, String... more) {
        String[] properties = Arrays.copyOf(more, more.length + 3);
        properties[more.length] = "spring.jmx.enabled=true";
        properties[more.length + 1] = "management.endpoints.jmx.exposure.include=retrypolicies";
        properties[more.length + 2] = "management.endpoints.jmx.domain=" + domain;
        return new EndpointApplication(WebApplicationType.NONE, properties);
    }

    private ObjectName find(String domain) throws Exception {
        Set<ObjectName> names = server.queryNames(new ObjectName(domain + ":type=Endpoint,name=Retrypolicies,*"), null);
        assertThat(names).hasSize(1);
        return names.iterator().next();
    }

    private Object invoke(ObjectName bean, String operation, String... arguments) throws Exception {
        return server.invoke(bean, operation, arguments, Arrays.copyOf(TWO_STRINGS, arguments.length));
    }

    @Test
    void readsChangesAndResets() throws Exception {
        try (EndpointApplication app = start("retry.open", EndpointApplication.OPEN)) {
            ObjectName bean = find("retry.open");

            assertThat(invoke(bean, "policies")).asString().contains("inventory.v2/read", "partner-api");
            assertThat(invoke(bean, "policy", "inventory.v2/read"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                    .containsEntry("name", "inventory.v2/read")
                    .containsEntry("worstCaseCalls", 4);
            Map<?, ?> changed =
                    (Map<?, ?>) invoke(bean, "change", "payments", "{\"attempts\": 2, \"never-on.statuses\": [503]}");
            assertThat(changed.get("worstCaseCalls")).isEqualTo(2);
            assertThat(app.policies().get("payments").settings().rules().neverOnStatuses())
                    .containsExactly(503);
            invoke(bean, "reset", "payments");
            assertThat(app.policies().get("payments").settings().attempts()).isEqualTo(3);
        }
    }

    @Test
    void refusesWithTheRule() throws Exception {
        try (EndpointApplication app = start("retry.rules", EndpointApplication.OPEN)) {
            ObjectName bean = find("retry.rules");

            assertThatThrownBy(() -> invoke(bean, "change", "payments", "{\"attempts\": 0}"))
                    .rootCause()
                    .hasMessageContaining("retry.policies.payments.attempts (0) must be a whole number of at least 1");
            assertThatThrownBy(() -> invoke(bean, "change", "payments", "{\"deadline\": {\"of\": 1}}"))
                    .rootCause()
                    .hasMessageContaining("must be one value");
            for (String noObject : List.of("attempts=2", "null", "", "[1]", "2")) {
                assertThatThrownBy(() -> invoke(bean, "change", "payments", noObject))
                        .as(noObject)
                        .rootCause()
                        .hasMessageContaining("must be a JSON object");
            }
            assertThatThrownBy(() -> invoke(bean, "policy", "payment"))
                    .rootCause()
                    .hasMessageContaining("did you mean \"payments\"?");
            assertThat(app.policies().get("payments").settings().attempts()).isEqualTo(3);
        }
    }

    @Test
    void withoutTheAccessKeyItCanOnlyBeRead() throws Exception {
        try (EndpointApplication app = start("retry.closed")) {
            assertThat(server.getMBeanInfo(find("retry.closed")).getOperations())
                    .extracting(MBeanOperationInfo::getName)
                    .containsExactlyInAnyOrder("policies", "policy");
            assertThat(app.policies().names()).contains("payments");
        }
    }
}
