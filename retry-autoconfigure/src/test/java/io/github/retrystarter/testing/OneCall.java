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

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.reactivestreams.Subscription;

import reactor.core.CoreSubscriber;

/** A call in any style, as its caller sees it: how it ended, how often, and how it is stopped. */
public final class OneCall {

    private final CompletableFuture<Object> end = new CompletableFuture<>();
    private final AtomicInteger ends = new AtomicInteger();
    private Runnable stop;
    private Thread thread;
    private boolean stopped;
    private boolean neverBegun;

    OneCall() {}

    void succeeded(Object value) {
        ends.incrementAndGet();
        end.complete(value);
    }

    void failed(Throwable failure) {
        ends.incrementAndGet();
        end.completeExceptionally(failure);
    }

    void stopsBy(Runnable how) {
        stop = how;
    }

    /** Returns false where the caller has left before the thread came. */
    synchronized boolean runsOn(Thread runner) {
        if (stopped) {
            neverBegun = true;
            failed(new CancellationException());
            return false;
        }
        thread = runner;
        return true;
    }

    /** The thread goes on to other things, without an interrupt that was meant for this call. */
    synchronized void leaves() {
        thread = null;
        Thread.interrupted();
    }

    CoreSubscriber<Object> subscriber() {
        return new CoreSubscriber<>() {

            private Object last;

            @Override
            public void onSubscribe(Subscription subscription) {
                stopsBy(() -> {
                    subscription.cancel();
                    end.completeExceptionally(new CancellationException());
                });
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Object value) {
                last = value;
            }

            @Override
            public void onComplete() {
                succeeded(last);
            }

            @Override
            public void onError(Throwable failure) {
                failed(failure);
            }
        };
    }

    /** Stops it the way of its style: an interrupt of its thread, a cancellation. */
    public synchronized void stop() {
        stopped = true;
        if (stop != null) {
            stop.run();
        } else if (thread != null) {
            thread.interrupt();
        }
    }

    /** How often its caller was told of an end; a subscriber that has cancelled need not be told. */
    public int ends() {
        return ends.get();
    }

    public void whenEnded(Runnable task) {
        var unused = end.whenComplete((value, failure) -> task.run());
    }

    public synchronized boolean stopped() {
        return stopped;
    }

    /** Whether it was stopped before its thread came to it. */
    public synchronized boolean neverBegun() {
        return neverBegun;
    }

    public boolean ended() {
        return end.isDone();
    }

    /** What it failed with; null where it succeeded. */
    public Throwable failure() throws InterruptedException {
        try {
            end.get(30, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException ex) {
            return ex.getCause();
        } catch (CancellationException ex) {
            return ex;
        } catch (TimeoutException ex) {
            throw new AssertionError("The call has not ended", ex);
        }
    }
}
