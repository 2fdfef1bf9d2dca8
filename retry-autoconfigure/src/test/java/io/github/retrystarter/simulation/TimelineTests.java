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
package io.github.retrystarter.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimelineTests {

    private final Timeline timeline = new Timeline();
    private final List<String> done = new ArrayList<>();

    private void at(int seconds, String what) {
        timeline.after(Duration.ofSeconds(seconds), () -> done.add(what + " at " + timeline.now()));
    }

    @Test
    void runsWhatIsDueInTheOrderOfTimeAndThenOfMaking() {
        at(2, "c");
        at(1, "a");
        at(1, "b");

        timeline.run();

        assertThat(done).containsExactly("a at PT1S", "b at PT1S", "c at PT2S");
    }

    @Test
    void stopsBeforeTheEnd() {
        at(1, "a");
        at(2, "b");

        timeline.runUntil(Duration.ofSeconds(2).toNanos());

        assertThat(done).containsExactly("a at PT1S");
    }

    @Test
    void whatIsDueBeyondTheClockNeverHappens() {
        timeline.after(Duration.ofSeconds(1), () -> {
            timeline.after(Duration.ofSeconds(Long.MAX_VALUE), () -> done.add("never"));
            timeline.afterNanos(Long.MAX_VALUE, () -> done.add("never"));
        });

        timeline.run();

        assertThat(done).isEmpty();
        assertThat(timeline.now()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatHappensMayMakeMoreHappen() {
        timeline.after(Duration.ofSeconds(1), () -> at(1, "later"));

        timeline.run();

        assertThat(done).containsExactly("later at PT2S");
    }
}
