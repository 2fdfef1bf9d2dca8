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
package io.github.retrystarter.feign;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpFailureResolver;

import feign.FeignException;

/**
 * Reads status and headers from the exceptions of OpenFeign.
 *
 * <p>Where Feign wraps an answer in a {@link feign.RetryableException} because it has a {@code Retry-After} header, the
 * headers are those of the wrapped exception; that Feign would retry it plays no part. The
 * {@linkplain feign.RetryableException#retryAfter() time} in such an exception stands in for the header only where there
 * is none, as when an {@code ErrorDecoder} of the application found it elsewhere; it counts by the local clock, rounded up
 * to the next second. Headers of an answer that Feign could not read are not known.
 *
 * <p>Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class FeignFailureResolver implements HttpFailureResolver {

    /** Creates the resolver; it has no state. */
    public FeignFailureResolver() {}

    @Override
    public @Nullable HttpFailure resolve(Throwable failure) {
        // Without an answer the status is 0 or -1.
        return failure instanceof FeignException answer && answer.status() > 0 ? new FeignAnswer(answer) : null;
    }
}
