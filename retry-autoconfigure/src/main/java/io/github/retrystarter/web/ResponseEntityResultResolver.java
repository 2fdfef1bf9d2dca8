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
package io.github.retrystarter.web;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ResponseEntity;

import io.github.retrystarter.classify.HttpFailure;
import io.github.retrystarter.classify.HttpResultResolver;

/**
 * Reads the HTTP answer from a returned {@link ResponseEntity}.
 *
 * @since 0.1.0
 */
public final class ResponseEntityResultResolver implements HttpResultResolver {

    /** Creates the resolver; it has no state. */
    public ResponseEntityResultResolver() {}

    @Override
    public Class<?> resultType() {
        return ResponseEntity.class;
    }

    @Override
    public @Nullable HttpFailure resolve(Object result) {
        return result instanceof ResponseEntity<?> entity
                ? new SpringHttpAnswer(entity.getStatusCode(), entity.getHeaders())
                : null;
    }

    /** Closes a body that is a stream, and cancels one that is a publisher; others hold no connection. */
    @Override
    public void discard(Object result) throws Exception {
        Object body = result instanceof ResponseEntity<?> entity ? entity.getBody() : null;
        if (body instanceof AutoCloseable stream) {
            stream.close();
        } else if (body instanceof InputStreamResource resource) {
            resource.getInputStream().close();
        } else if (WebFluxPresence.PRESENT) {
            ReactiveBodies.cancel(body);
        }
    }
}
