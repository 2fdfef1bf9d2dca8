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

import org.springframework.context.ApplicationContext;

import io.github.retrystarter.settings.GiveUpReason;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FutureStyleTests extends ExecutionStyleContract {

    @Override
    Style style() {
        return new Futures();
    }

    private static final class Futures implements Style {

        @Override
        public Class<?> bean() {
            return FutureBean.class;
        }

        @Override
        public Running call(ApplicationContext context, Steps steps) {
            return new RunningFuture(context.getBean(FutureBean.class).call(steps));
        }

        @Override
        public Running withFallback(ApplicationContext context, Steps steps) {
            return new RunningFuture(context.getBean(FutureBean.class).withFallback(steps));
        }

        @Override
        public Running nested(ApplicationContext context, Steps steps) {
            return new RunningFuture(context.getBean(FutureBean.class).outer(steps));
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
}
