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
package io.github.retrystarter.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.retrystarter.testing.EveryStyle.Work;

/** The execution styles, and how a call of each begins. */
public enum StyleKind {
    BLOCKING {
        @Override
        public OneCall begin(EveryStyle bean, Work work, Executor threads) {
            OneCall call = new OneCall();
            threads.execute(() -> {
                if (!call.runsOn(Thread.currentThread())) {
                    return;
                }
                try {
                    call.succeeded(bean.blocking(work));
                } catch (Throwable failure) {
                    call.failed(failure);
                } finally {
                    call.leaves();
                }
            });
            return call;
        }
    },
    FUTURE {
        @Override
        public OneCall begin(EveryStyle bean, Work work, Executor threads) {
            OneCall call = new OneCall();
            CompletableFuture<Object> future = bean.future(work);
            call.stopsBy(() -> future.cancel(true));
            var unused = future.whenComplete((value, failure) -> {
                if (failure != null) {
                    call.failed(failure);
                } else {
                    call.succeeded(value);
                }
            });
            return call;
        }
    },
    MONO {
        @Override
        public OneCall begin(EveryStyle bean, Work work, Executor threads) {
            OneCall call = new OneCall();
            bean.mono(work).subscribe(call.subscriber());
            return call;
        }
    },
    FLUX {
        @Override
        public OneCall begin(EveryStyle bean, Work work, Executor threads) {
            OneCall call = new OneCall();
            bean.flux(work).subscribe(call.subscriber());
            return call;
        }
    };

    /** Begins a call; one that blocks does so on a thread of the executor. */
    public abstract OneCall begin(EveryStyle bean, Work work, Executor threads);
}
