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
package io.github.retrystarter.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DueTasksTests {

    private final DueTasks<Due> tasks = new DueTasks<>();

    private static final class Due extends DueTasks.Task {

        Due(long dueNanos) {
            super(dueNanos);
        }
    }

    private Due added(long dueNanos) {
        Due task = new Due(dueNanos);
        tasks.add(task);
        return task;
    }

    @Test
    void theEarliestIsFirstWhateverIsAddedAndTakenOut() {
        Random random = new Random(4_711);
        List<Due> left = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            // Grows at first, and is empty in the end.
            if (left.isEmpty() || random.nextInt(20_000) > step) {
                left.add(added(random.nextInt(1_000)));
            } else {
                tasks.remove(left.remove(random.nextInt(left.size())));
            }
            assertThat(first())
                    .isEqualTo(left.stream()
                            .map(Due::dueNanos)
                            .min(Comparator.naturalOrder())
                            .orElse(null));
        }
    }

    private Long first() {
        Due first = tasks.first();
        return first == null ? null : first.dueNanos();
    }

    @Test
    void aClockMayRunOver() {
        Due late = added(Long.MIN_VALUE + 10);
        Due early = added(Long.MAX_VALUE - 10);

        assertThat(tasks.first()).isSameAs(early);
        tasks.remove(early);
        assertThat(tasks.first()).isSameAs(late);
    }

    @Test
    void whatIsNotThereAnyMoreIsTakenOutInVain() {
        Due gone = added(1);
        Due cleared = added(2);
        tasks.remove(gone);

        tasks.remove(gone);

        assertThat(tasks.first()).isSameAs(cleared);
        tasks.clear();
        tasks.remove(cleared);
        assertThat(tasks.first()).isNull();
    }
}
