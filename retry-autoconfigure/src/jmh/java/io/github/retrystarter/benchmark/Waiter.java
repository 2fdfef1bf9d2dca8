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
package io.github.retrystarter.benchmark;

import java.util.EnumSet;
import java.util.Set;

/** What is left of a call while it waits for its next attempt. */
public enum Waiter {
    VIRTUAL_THREAD("virtual thread") {
        @Override
        Set<Contender> contenders() {
            Set<Contender> contenders = Contender.retrying();
            contenders.removeAll(EnumSet.of(
                    Contender.PROXY_LOOP, Contender.HANDLE_LOOP, Contender.ADVISED_LOOP, Contender.ADVISED_OURS));
            return contenders;
        }

        @Override
        Object start(Service service) {
            try {
                return Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, (Runnable) () -> service.call(ARGUMENT));
            } catch (ReflectiveOperationException ex) {
                throw new IllegalStateException(ex);
            }
        }

        @Override
        boolean isPossible() {
            return Runtime.version().feature() >= 21;
        }
    },
    FUTURE("future") {
        @Override
        Set<Contender> contenders() {
            return EnumSet.of(Contender.OURS, Contender.RESILIENCE4J, Contender.FAILSAFE);
        }

        @Override
        Object start(Service service) {
            return service.future(ARGUMENT);
        }
    },
    MONO("Mono") {
        @Override
        Set<Contender> contenders() {
            return EnumSet.of(Contender.OURS, Contender.FRAMEWORK, Contender.RESILIENCE4J);
        }

        @Override
        Object start(Service service) {
            Receiver receiver = new Receiver();
            service.mono(ARGUMENT).subscribe(receiver);
            return receiver;
        }
    };

    private static final int ARGUMENT = 4_711;

    private final String label;

    Waiter(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    abstract Set<Contender> contenders();

    /** Starts a call that fails and waits, and returns what its caller holds. */
    abstract Object start(Service service);

    boolean isPossible() {
        return true;
    }
}
