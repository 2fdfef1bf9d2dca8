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
package io.github.retrystarter.styles;

import org.reactivestreams.FlowAdapters;
import org.springframework.beans.factory.ObjectProvider;

import io.github.retrystarter.annotation.Retryable;
import io.smallrye.mutiny.Uni;

class UniBean {

    private final ObjectProvider<UniBean> self;

    UniBean(ObjectProvider<UniBean> self) {
        this.self = self;
    }

    @Retryable("p")
    Uni<Object> call(Steps steps) {
        return Uni.createFrom().publisher(FlowAdapters.toFlowPublisher(steps.mono()));
    }

    @Retryable(value = "p", fallback = "other")
    Uni<Object> withFallback(Steps steps) {
        return Uni.createFrom().publisher(FlowAdapters.toFlowPublisher(steps.mono()));
    }

    Uni<Object> other(Steps steps, Throwable failure) {
        return Uni.createFrom().item(steps.fallback(failure));
    }

    @Retryable("outer")
    Uni<Object> outer(Steps steps) {
        return self.getObject().call(steps);
    }
}
