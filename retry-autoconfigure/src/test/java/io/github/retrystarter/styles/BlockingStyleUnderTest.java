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

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;

import org.slf4j.MDC;
import org.springframework.context.ApplicationContext;

import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Blocking calls on threads of some kind. */
record BlockingStyleUnderTest(ThreadFactory threads) implements Style {

    /** A call that may throw anything. */
    private interface Call {

        Object make() throws Throwable;
    }

    @Override
    public Class<?> bean() {
        return BlockingBean.class;
    }

    @Override
    public Running call(ApplicationContext context, Steps steps) {
        BlockingBean bean = context.getBean(BlockingBean.class);
        return start(() -> bean.call(steps));
    }

    @Override
    public Running withFallback(ApplicationContext context, Steps steps) {
        BlockingBean bean = context.getBean(BlockingBean.class);
        return start(() -> bean.withFallback(steps));
    }

    @Override
    public Running nested(ApplicationContext context, Steps steps) {
        BlockingBean bean = context.getBean(BlockingBean.class);
        return start(() -> bean.outer(steps));
    }

    /** On another thread, with the logging context of this one. */
    private Running start(Call call) {
        Map<String, String> logging = MDC.getCopyOfContextMap();
        Callable<Object> work = () -> {
            if (logging != null) {
                MDC.setContextMap(logging);
            }
            try {
                return call.make();
            } catch (Exception | Error failure) {
                throw failure;
            } catch (Throwable failure) {
                throw new AssertionError(failure);
            }
        };
        return new RunningThread(threads, work);
    }

    @Override
    public GiveUpReason stopReason() {
        return GiveUpReason.INTERRUPTED;
    }

    @Override
    public void assertStopped(Running running, Throwable lastFailure) {
        assertThatThrownBy(running::await).isSameAs(lastFailure);
        assertThat(((RunningThread) running).interruptedAtTheEnd()).isTrue();
    }
}
