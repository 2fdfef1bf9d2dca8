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

/** Calls of one bean, out of a running application. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Calls {

    private static final int FRAMES = 100;

    @Param
    private Contender contender;

    @Param
    private Script.Kind script;

    private Application application;
    private Service service;
    // No constant, and too large for the cache of small boxes.
    private int argument = 4_711;

    @Setup
    public void start() {
        application = Application.start(contender, 0);
        service = application.service();
        service.play(script.script());
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public int call() {
        try {
            return service.call(argument);
        } catch (RuntimeException failure) {
            return -1;
        }
    }

    @Benchmark
    public int deep() {
        return deeper(FRAMES);
    }

    private int deeper(int frames) {
        return frames == 0 ? call() : deeper(frames - 1) + 1;
    }

    @Benchmark
    public Object future() {
        return service.future(argument).join();
    }

    @Benchmark
    public int mono() {
        Receiver receiver = new Receiver();
        service.mono(argument).subscribe(receiver);
        return receiver.received();
    }
}
