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
package io.github.retrystarter.reactive;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

import io.github.retrystarter.execution.ContextCarrier.Carried;
import io.github.retrystarter.execution.RetryCall;
import io.github.retrystarter.execution.RetryPolicy;

/**
 * What all subscriptions to one publisher have in common.
 *
 * @param policy the policy
 * @param call gives a publisher for each attempt
 * @param method the annotated method; null where there is none
 * @param context what the thread knew that made the publisher
 * @param scheduler says where further attempts run
 * @param <T> the type of the elements
 */
record ReactiveWork<T>(
        RetryPolicy policy,
        RetryCall<? extends Publisher<? extends T>, ?> call,
        @Nullable Method method,
        Carried context,
        AttemptScheduler scheduler) {}
