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

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls of one bean of ours in a large application whose annotated methods have all been called. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallsAtScale {

    @Param
    private Scale scale;

    private Application application;
    private Service service;
    private int argument = 4_711;

    @Setup
    public void start() throws ReflectiveOperationException {
        List<Class<?>> beans = scale.beans();
        application = scale.start(beans);
        for (Class<?> type : beans) {
            Object bean = application.context().getBean(type);
            for (Method method : type.getDeclaredMethods()) {
                method.invoke(bean, argument);
            }
        }
        service = application.service();
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public int call() {
        return service.call(argument);
    }
}
