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

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.aop.support.AopUtils;

/** Proves, before anything is measured, that each contender does what it is measured for. */
final class Check {

    private Check() {}

    static void all(Settings settings) {
        for (Contender contender : Contender.values()) {
            if (settings.takesPart(contender)) {
                check(contender);
            }
        }
    }

    private static void check(Contender contender) {
        try (Application application = Application.start(contender, 0)) {
            Service service = application.service();
            boolean proxied = AopUtils.isCglibProxy(service);
            require(contender, proxied == contender.isProxied(), "a class proxy: " + proxied);
            int attempts = attempts(service);
            require(contender, attempts == (contender.retries() ? Script.ATTEMPTS : 1), attempts + " attempts");
            service.play(new Script.OneFailure());
            int value = contender.retries() ? service.call(1) : 1;
            require(contender, value == 1, "the value " + value);
        }
    }

    private static int attempts(Service service) {
        AtomicInteger attempts = new AtomicInteger();
        RuntimeException failure = Script.failure();
        service.play(n -> {
            attempts.incrementAndGet();
            throw failure;
        });
        try {
            service.call(1);
        } catch (RuntimeException thrown) {
            if (thrown != failure) {
                throw thrown;
            }
        }
        return attempts.get();
    }

    private static void require(Contender contender, boolean condition, String found) {
        if (!condition) {
            throw new IllegalStateException(contender + " has " + found);
        }
    }
}
