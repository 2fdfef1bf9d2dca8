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

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;

import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Runs where the JDK has virtual threads; continuous integration runs it on such a JDK. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadStyleTests extends ExecutionStyleContract {

    @Override
    Style style() {
        return new BlockingStyleUnderTest(virtualThreads());
    }

    /** By reflection, since the code is compiled for a JDK without them. */
    private static ThreadFactory virtualThreads() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual =
                    MethodHandles.lookup().findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            return (ThreadFactory) builder.getMethod("factory").invoke(ofVirtual.invoke());
        } catch (Throwable ex) {
            throw new AssertionError(ex);
        }
    }
}
