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

import java.util.List;
import java.util.Map;
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

/** Calls of eight beans of eight classes in turn, so that nothing on the way knows only one of them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallsInTurn {

    private static final int BEANS = 8;

    @Param
    private Contender contender;

    @Param
    private Script.Kind script;

    private final Service[] services = new Service[BEANS];
    private Application application;
    private int next;
    private int argument = 4_711;

    @Setup
    public void start() {
        List<Class<? extends Service>> types = BeanClasses.copies(contender.type(), BEANS);
        application =
                Application.start(contender, 0, Map.of(), beans -> types.forEach(type -> beans.registerBean(type)));
        for (int i = 0; i < BEANS; i++) {
            services[i] = application.service(types.get(i));
            services[i].play(script.script());
        }
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public int inTurn() {
        next = (next + 1) % BEANS;
        return services[next].call(argument);
    }
}
