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
package io.github.retrystarter.recipes;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.retrystarter.execution.CallOutcome;
import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.EveryStyle;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.Yaml;

import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Runs failing calls of every asynchronous style on one event loop, with a detector of blocking calls around. */
final class EventLoopWatch {

    private static final int CALLS = 50;

    private EventLoopWatch() {}

    public static void main(String[] arguments) throws InterruptedException {
        BlockHound.install();
        Scheduler loop = Schedulers.newParallel("loop", 1, true);
        assertDetects(loop);
        ApplicationContextRunner contexts = RetryContexts.runner()
                .withInitializer(Yaml.file(
                        "retry.policies.p: {attempts: 3, backoff: constant, base: 200ms, budget.enabled: false}"))
                .withBean(EveryStyle.class)
                .withBean(io.github.retrystarter.reactive.AttemptScheduler.class, () -> () -> loop)
                .withBean(io.github.retrystarter.execution.AttemptExecutor.class, () -> loop::schedule);
        contexts.run(context -> {
            EveryStyle bean = context.getBean(EveryStyle.class);
            // What is made once may be made where it likes; calls may not.
            Mono.defer(() -> bean.mono(failing())).block();
            Mono.fromFuture(() -> bean.future(failing())).block();
            watch("mono", loop, () -> bean.mono(failing()));
            watch("flux", loop, () -> bean.flux(failing()).last());
            watch("future", loop, () -> Mono.fromFuture(bean.future(failing())));
            long recovered =
                    context.getBean(RetryPolicies.class).get("p").counts().calls(CallOutcome.RECOVERED);
            System.out.println((recovered - 2) / 3 + " calls recovered in each style");
        });
        System.out.println(CALLS + " calls recovered");
        System.exit(0);
    }

    private static EveryStyle.Work failing() {
        AtomicInteger attempts = new AtomicInteger();
        return () -> {
            if (attempts.incrementAndGet() < 3) {
                throw new ConnectException("refused");
            }
            return "value";
        };
    }

    private static void assertDetects(Scheduler loop) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Throwable> detected = new AtomicReference<>();
        loop.schedule(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (Throwable ex) {
                detected.set(ex);
            }
            done.countDown();
        });
        done.await();
        if (detected.get() == null || !detected.get().getClass().getName().contains("BlockingOperation")) {
            throw new AssertionError("The detector does not work: " + detected.get());
        }
        System.out.println("the detector works");
    }

    private static void watch(String style, Scheduler loop, java.util.function.Supplier<Mono<Object>> call) {
        AtomicLong pings = new AtomicLong();
        List<Object> values = Flux.range(0, CALLS)
                .flatMap(i -> Mono.defer(call).subscribeOn(loop), CALLS)
                .doOnSubscribe(s -> loop.schedule(pings::incrementAndGet))
                .collectList()
                .block(Duration.ofSeconds(30));
        if (values == null || values.size() != CALLS || pings.get() == 0) {
            throw new AssertionError(style + " gave " + values);
        }
    }
}
