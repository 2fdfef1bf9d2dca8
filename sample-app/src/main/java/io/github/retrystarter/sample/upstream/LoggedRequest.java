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
package io.github.retrystarter.sample.upstream;

import java.time.Instant;

/**
 * A request as the upstream saw it.
 *
 * @param at when it arrived
 * @param afterMillis the time since the first request under the same key
 * @param path the path that it asked for
 * @param answer the status that it got, with headers that matter, or {@code reset}
 */
public record LoggedRequest(Instant at, long afterMillis, String path, String answer) {}
