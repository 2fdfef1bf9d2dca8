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
package io.github.retrystarter.backoff;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConstantBackoffTests extends BackoffStrategyContract {

    @Override
    BackoffStrategy strategy(Duration base, Duration cap) {
        return new ConstantBackoff(base, cap);
    }

    @Test
    void retriesAtOnceWithABaseOfZero() {
        BackoffStrategy strategy = strategy(Duration.ZERO, Duration.ofSeconds(10));

        assertThat(strategy.waitAfter(3, Duration.ZERO, ScriptedRandom.highest()))
                .isEqualTo(Duration.ZERO);
        assertThat(strategy.ceiling(3, Duration.ZERO)).contains(Duration.ZERO);
    }

    @Test
    void drawsNothing() {
        ScriptedRandom random = ScriptedRandom.middle();

        strategy(Duration.ofMillis(100), Duration.ofSeconds(10)).waitAfter(2, Duration.ofMillis(100), random);

        assertThat(random.draws()).isEmpty();
    }
}
