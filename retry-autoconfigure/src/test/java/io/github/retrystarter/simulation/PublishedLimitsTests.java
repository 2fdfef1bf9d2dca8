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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The rules that our budget is compared with do what their documents say. */
class PublishedLimitsTests {

    private static int allowed(RetryLimit limit, long nowNanos) {
        int allowed = 0;
        while (allowed < 1_000 && limit.allowsRetry(1, nowNanos)) {
            allowed++;
        }
        return allowed;
    }

    @Test
    void theAwsSdkStartsFullAndGetsBackWhatASuccessTook() {
        AwsTokenBucket bucket = new AwsTokenBucket(14);

        assertThat(allowed(bucket, 0)).isEqualTo(35);
        bucket.attemptEnds(2, true, 0);
        assertThat(allowed(bucket, 0)).isOne();
        for (int success = 0; success < 10_000; success++) {
            bucket.attemptEnds(1, true, 0);
        }
        assertThat(allowed(bucket, 0)).isEqualTo(35);
    }

    @Test
    void finagleHasAReserveAndAFifthOfTheCallsOfTenSeconds() {
        FinagleBudget budget = new FinagleBudget();
        for (int call = 0; call < 500; call++) {
            budget.attemptStarts(1, 0);
        }

        assertThat(allowed(budget, 0)).isEqualTo(200);
        assertThat(allowed(budget, 9_999_999_999L)).isZero();
        assertThat(allowed(budget, 10_000_000_000L)).isEqualTo(100);
    }

    @Test
    void envoyAllowsAFifthOfWhatIsActiveAndThreeInAnyCase() {
        EnvoyBudget budget = new EnvoyBudget();

        assertThat(allowed(budget, 0)).isEqualTo(3);
        for (int call = 0; call < 100; call++) {
            budget.attemptStarts(1, 0);
        }
        assertThat(allowed(budget, 0)).isEqualTo(17);
        budget.attemptStarts(2, 0);
        budget.attemptEnds(2, false, 0);
        assertThat(allowed(budget, 0)).isOne();
    }

    @Test
    void grpcStopsAtHalfOfItsTokens() {
        GrpcThrottle throttle = new GrpcThrottle();
        for (int failure = 0; failure < 5; failure++) {
            assertThat(throttle.allowsRetry(1, 0)).isTrue();
            throttle.attemptEnds(1, false, 0);
        }

        assertThat(throttle.allowsRetry(1, 0)).isFalse();
        throttle.attemptEnds(1, true, 0);
        assertThat(throttle.allowsRetry(1, 0)).isTrue();
    }
}
