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
package io.github.retrystarter.classify;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

import reactor.core.Exceptions;

class CauseChainTests {

    static Stream<UnaryOperator<Throwable>> wrappers() {
        return Stream.of(
                CompletionException::new,
                ExecutionException::new,
                InvocationTargetException::new,
                UndeclaredThrowableException::new,
                failure -> Exceptions.propagate(failure),
                failure -> Exceptions.bubble(failure));
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void peelsAWrapperOutsideAndInside(UnaryOperator<Throwable> wrapper) {
        IOException inner = new IOException("inner");
        Exception outer = new Exception(wrapper.apply(inner));

        assertThat(CauseChain.of(wrapper.apply(outer))).containsExactly(outer, inner);
    }

    @Test
    void peelsThousandsOfWrappers() {
        IOException failure = new IOException("inside");
        Throwable wrapped = failure;
        for (int i = 0; i < 5_000; i++) {
            wrapped = i % 2 == 0 ? new CompletionException("outer", wrapped) : new ExecutionException("outer", wrapped);
        }

        assertThat(CauseChain.of(wrapped)).containsExactly(failure);
    }

    @Test
    void keepsAWrapperWithoutACause() {
        ExecutionException empty = new ExecutionException("no cause", null);

        assertThat(CauseChain.of(empty)).containsExactly(empty);
        assertThat(CauseChain.of(new CompletionException(empty))).containsExactly(empty);
    }

    @Test
    void keepsASubclassOfAWrapper() {
        IOException cause = new IOException("cause");
        JobFailed failure = new JobFailed(cause);

        assertThat(CauseChain.of(failure)).containsExactly(failure, cause);
    }

    @Test
    void endsACycle() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);

        assertThat(CauseChain.of(first)).containsExactly(first, second);
        assertThat(CauseChain.of(new ExecutionException(second))).containsExactly(second, first);
    }

    @Test
    void endsACycleThroughWrappers() {
        Exception failure = new Exception("failure");
        CompletionException wrapper = new CompletionException(new ExecutionException("inner", failure));
        failure.initCause(wrapper);

        assertThat(CauseChain.of(failure)).containsExactly(failure);
        assertThat(CauseChain.of(wrapper)).containsExactly(failure);
    }

    @Test
    void endsAtAFailureThatIsItsOwnCause() {
        Exception failure = new Exception("failure") {
            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };

        assertThat(CauseChain.of(failure)).containsExactly(failure);
    }

    @Test
    void endsAChainThatIsMadeAsItIsRead() {
        assertThat(CauseChain.of(new Endless())).hasSize(CauseChain.LONGEST);
    }

    @Test
    void takesABrokenGetterForNoCause() {
        Exception broken = new Exception("broken") {
            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("no");
            }
        };

        assertThat(CauseChain.of(new CompletionException(broken))).containsExactly(broken);
    }

    private static final class JobFailed extends ExecutionException {

        JobFailed(Throwable cause) {
            super(cause);
        }
    }

    private static final class Endless extends RuntimeException {

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }
}
