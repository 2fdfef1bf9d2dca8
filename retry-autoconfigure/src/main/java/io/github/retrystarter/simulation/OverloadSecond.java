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

/**
 * What happened in one second of an overload, over all instances. Immutable.
 *
 * @param calls the calls that began
 * @param attempts the attempts that began, first ones and retries
 * @param succeeded the calls that ended well
 * @param failed the calls that ended badly
 * @param waiting the requests in the queue of the service at the end of the second
 * @param budget the retries that the budgets would allow at the end of the second; the largest long without a budget
 * @since 0.1.0
 */
public record OverloadSecond(long calls, long attempts, long succeeded, long failed, int waiting, long budget) {}
