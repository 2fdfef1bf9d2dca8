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
package io.github.retrystarter.context;

import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

import io.github.retrystarter.execution.ContextCarrier;

class SecurityCarrierTests extends ContextCarrierContract {

    @Override
    ContextCarrier carrier() {
        return new SecurityCarrier();
    }

    @Override
    void know(String what) {
        if (what == null) {
            SecurityContextHolder.clearContext();
            return;
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(new TestingAuthenticationToken(what, "secret"));
        SecurityContextHolder.setContext(context);
    }

    @Override
    String known() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user == null ? null : user.getName();
    }
}
