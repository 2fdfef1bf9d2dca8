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

import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;

import org.reactivestreams.Publisher;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import reactor.core.publisher.Flux;

/** Methods that give some kind of publisher, which is subscribed to when they are called. */
record PublisherStyleUnderTest<B>(
        Class<B> bean,
        boolean givesMany,
        BiFunction<B, Steps, Publisher<?>> calling,
        BiFunction<B, Steps, Publisher<?>> callingWithFallback,
        BiFunction<B, Steps, Publisher<?>> callingNested)
        implements Style {

    @Override
    public Running call(ApplicationContext context, Steps steps) {
        return subscribed(calling.apply(context.getBean(bean), steps));
    }

    @Override
    public Running withFallback(ApplicationContext context, Steps steps) {
        return subscribed(callingWithFallback.apply(context.getBean(bean), steps));
    }

    @Override
    public Running nested(ApplicationContext context, Steps steps) {
        return subscribed(callingNested.apply(context.getBean(bean), steps));
    }

    private static Running subscribed(Publisher<?> publisher) {
        return new RunningFuture(Flux.from(publisher).last().toFuture());
    }

    @Override
    public GiveUpReason stopReason() {
        return GiveUpReason.CANCELLED;
    }

    @Override
    public void assertStopped(Running running, Throwable lastFailure) {
        assertThatThrownBy(running::await).isInstanceOf(CancellationException.class);
    }
}
