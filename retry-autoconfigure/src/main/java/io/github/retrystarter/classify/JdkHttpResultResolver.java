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
package io.github.retrystarter.classify;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

import org.jspecify.annotations.Nullable;

/**
 * Reads the HTTP answer from a returned {@link HttpResponse} of the JDK's client.
 *
 * @since 0.1.0
 */
public final class JdkHttpResultResolver implements HttpResultResolver {

    /** Creates the resolver; it has no state. */
    public JdkHttpResultResolver() {}

    @Override
    public Class<?> resultType() {
        return HttpResponse.class;
    }

    @Override
    public @Nullable HttpFailure resolve(Object result) {
        return result instanceof HttpResponse<?> response ? new Answer(response) : null;
    }

    /** Closes a body that is a stream, and cancels one that is a publisher; others hold no connection. */
    @Override
    public void discard(Object result) throws Exception {
        Object body = result instanceof HttpResponse<?> response ? response.body() : null;
        if (body instanceof AutoCloseable stream) {
            stream.close();
        } else if (body instanceof Flow.Publisher<?> publisher) {
            publisher.subscribe(new Cancelling());
        }
    }

    private record Answer(HttpResponse<?> response) implements HttpFailure {

        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public Map<String, List<String>> headers() {
            return response.headers().map();
        }
    }

    private static final class Cancelling implements Flow.Subscriber<Object> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(Object item) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
