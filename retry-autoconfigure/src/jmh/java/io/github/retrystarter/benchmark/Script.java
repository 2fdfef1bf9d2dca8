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

import org.springframework.dao.TransientDataAccessResourceException;

/** What the measured method does. */
public interface Script {

    /** Calls, the first included, that every contender makes before it gives up. */
    int ATTEMPTS = 4;

    int run(int n);

    /** The scripts, by name. Each call makes a new one: some count. */
    enum Kind {
        SUCCEEDS {
            @Override
            Script script() {
                return new Success();
            }
        },
        FAILS_ONCE {
            @Override
            Script script() {
                return new OneFailure();
            }
        },
        FAILS_ONCE_AFRESH {
            @Override
            Script script() {
                return new OneFreshFailure();
            }
        },
        FAILS {
            @Override
            Script script() {
                return new Failure();
            }
        };

        abstract Script script();
    }

    /** A failure that all contenders retry without being told, and that needs no wrapping. */
    static RuntimeException failure() {
        return new TransientDataAccessResourceException("The measured method fails");
    }

    final class Success implements Script {

        @Override
        public int run(int n) {
            return n;
        }
    }

    final class OneFailure implements Script {

        private final RuntimeException failure = failure();
        private boolean failed;

        @Override
        public int run(int n) {
            failed = !failed;
            if (failed) {
                throw failure;
            }
            return n;
        }
    }

    final class OneFreshFailure implements Script {

        private boolean failed;

        @Override
        public int run(int n) {
            failed = !failed;
            if (failed) {
                throw failure();
            }
            return n;
        }
    }

    final class Failure implements Script {

        private final RuntimeException failure = failure();

        @Override
        public int run(int n) {
            throw failure;
        }
    }
}
