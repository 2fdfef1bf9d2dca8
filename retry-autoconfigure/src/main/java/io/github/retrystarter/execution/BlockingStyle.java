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

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * Methods whose result is there when they return. Takes every method; for a plain {@code Future} that means that only what
 * the method throws itself is retried.
 *
 * @since 0.1.0
 */
public final class BlockingStyle implements ExecutionStyle {

    /** Makes the style. */
    public BlockingStyle() {}

    @Override
    public boolean supports(Method method) {
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // The value may be null; NullAway does not see the nullable type argument.
    public <S> @Nullable Object call(
            RetryPolicy policy, RetryWork<S, @Nullable Object, Throwable> work, S subject, Method method)
            throws Throwable {
        return BlockingDriver.<S, @Nullable Object, Throwable>call(policy, work, subject, method);
    }
}
