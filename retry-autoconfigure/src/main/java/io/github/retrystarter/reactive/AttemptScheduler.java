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

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Says where the further attempts of a subscription run. Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface AttemptScheduler {

    /** Reactor's parallel scheduler for subscriptions that come from a thread which must not block, else the elastic one. */
    AttemptScheduler DEFAULT =
            () -> Schedulers.isInNonBlockingThread() ? Schedulers.parallel() : Schedulers.boundedElastic();

    /**
     * Returns the scheduler for one subscription. Asked on the thread that subscribes.
     *
     * @return the scheduler
     */
    Scheduler scheduler();
}
