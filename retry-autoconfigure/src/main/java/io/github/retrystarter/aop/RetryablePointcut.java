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
package io.github.retrystarter.aop;

import java.lang.reflect.Method;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Matches methods that an annotation applies to. All instances are alike. */
final class RetryablePointcut extends StaticMethodMatcherPointcut {

    RetryablePointcut() {
        setClassFilter(new CandidateClasses());
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return RetryableMethods.policyOf(method, targetClass).isPresent();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RetryablePointcut;
    }

    @Override
    public int hashCode() {
        return RetryablePointcut.class.hashCode();
    }

    /** Leaves out classes without an annotated method; what is found once is remembered for beans that are made anew. */
    private static final class CandidateClasses implements ClassFilter {

        @Override
        public boolean matches(Class<?> type) {
            return RetryableMethods.hasSome(type);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof CandidateClasses;
        }

        @Override
        public int hashCode() {
            return CandidateClasses.class.hashCode();
        }
    }
}
