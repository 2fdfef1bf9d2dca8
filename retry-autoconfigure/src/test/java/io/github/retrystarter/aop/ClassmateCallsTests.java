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
package io.github.retrystarter.aop;

import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import io.github.retrystarter.annotation.Retryable;

import static org.assertj.core.api.Assertions.assertThat;

class ClassmateCallsTests {

    static class Base {

        String fetch(int id) {
            return "base " + id;
        }

        String inherited() {
            return fetch(7);
        }
    }

    static class Service extends Base {

        @Override
        @Retryable("p")
        String fetch(int id) {
            return super.fetch(id);
        }

        String fetch(String id) {
            return id;
        }

        String direct() {
            return fetch(1);
        }

        Supplier<String> inALambda() {
            return () -> fetch(2);
        }

        List<String> byReference() {
            return List.of(3).stream().map(this::fetch).toList();
        }

        String otherOverload() {
            return fetch("4");
        }

        String ofAnotherClass(Other other) {
            return other.fetch(5);
        }
    }

    static class Other {

        String fetch(int id) {
            return "other " + id;
        }
    }

    interface Port {

        @Retryable("p")
        String fetch();
    }

    private static List<String> of(Class<?> type, String method, Class<?>... parameters) throws NoSuchMethodException {
        return ClassmateCalls.of(new AnnotatedMethod("bean", type, type.getDeclaredMethod(method, parameters), "p"));
    }

    @Test
    void findsCallsOfThisMethodFromMethodsOfTheClassAndOfThoseItExtends() throws NoSuchMethodException {
        assertThat(of(Service.class, "fetch", int.class))
                .containsExactly("byReference", "direct", "inALambda", "inherited");
    }

    @Test
    void tellsOverloadsApart() throws NoSuchMethodException {
        assertThat(of(Service.class, "fetch", String.class)).containsExactly("otherOverload");
    }

    @Test
    void anInterfaceHasNone() throws NoSuchMethodException {
        assertThat(of(Port.class, "fetch")).isEmpty();
    }

    @Test
    void aClassThatIsOnlyInMemoryHasNone() throws NoSuchMethodException {
        Runnable inMemory = () -> {};
        assertThat(of(inMemory.getClass(), "run")).isEmpty();
    }
}
