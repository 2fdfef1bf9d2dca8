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

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpResultResolver;

import feign.Response;

/**
 * Reads the HTTP answer from a {@link Response} that a Feign client returns as it is. One that makes room for another
 * attempt needs nothing more than to be closed, which is done for every closeable result.
 *
 * <p>Safe for use by many threads at once.
 *
 * @since 0.1.0
 */
public final class FeignResponseResultResolver implements HttpResultResolver {

    /** Creates the resolver; it has no state. */
    public FeignResponseResultResolver() {}

    @Override
    public Class<?> resultType() {
        return Response.class;
    }

    @Override
    public @Nullable HttpFailure resolve(Object result) {
        return result instanceof Response response ? new Answer(response) : null;
    }

    private record Answer(Response response) implements HttpFailure {

        @Override
        public int status() {
            return response.status();
        }

        @Override
        public Map<String, List<String>> headers() {
            return FeignAnswer.linesByName(response.headers());
        }
    }
}
