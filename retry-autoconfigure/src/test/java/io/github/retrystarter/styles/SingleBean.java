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

import org.springframework.beans.factory.ObjectProvider;

import io.github.retrystarter.annotation.Retryable;
import io.reactivex.rxjava3.core.Single;

class SingleBean {

    private final ObjectProvider<SingleBean> self;

    SingleBean(ObjectProvider<SingleBean> self) {
        this.self = self;
    }

    @Retryable("p")
    Single<Object> call(Steps steps) {
        return Single.fromPublisher(steps.mono());
    }

    @Retryable(value = "p", fallback = "other")
    Single<Object> withFallback(Steps steps) {
        return Single.fromPublisher(steps.mono());
    }

    Single<Object> other(Steps steps, Throwable failure) {
        return Single.just(steps.fallback(failure));
    }

    @Retryable("outer")
    Single<Object> outer(Steps steps) {
        return self.getObject().call(steps);
    }
}
