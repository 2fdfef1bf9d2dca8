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

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** A server on a loopback port of its own, which treats each request as its path and its query say. */
@Component
public class FlakyUpstream implements SmartLifecycle {

    private final InstantSource clock = new SteadyClock();
    private final RequestLog log = new RequestLog();
    private volatile SocketServer server;

    @Override
    public void start() {
        server = SocketServer.start(this::serve);
    }

    @Override
    public void stop() {
        server.close();
        server = null;
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** Is there before the shop's own web server, and goes after it. */
    @Override
    public int getPhase() {
        return 0;
    }

    /**
     * Returns where this server listens.
     *
     * @return the address, with the port that the system chose
     */
    public URI address() {
        return server.address();
    }

    /**
     * Returns what one caller asked for.
     *
     * @param key the key of the caller
     * @return the requests in order of arrival
     */
    public List<LoggedRequest> requests(String key) {
        return log.requests(key);
    }

    private void serve(Socket connection) throws IOException {
        Optional<String> target = RequestHead.readTarget(connection.getInputStream());
        if (target.isPresent()) {
            Instant now = clock.instant();
            Script script = Script.parse(target.get());
            log.record(script, now, visit -> answer(script, visit)).send(connection, now);
        }
    }

    private static Answer answer(Script script, Visit visit) {
        try {
            return Scenario.named(script.scenario())
                    .map(scenario -> scenario.answer(script, visit))
                    .orElseGet(() -> Response.of(404));
        } catch (NumberFormatException ex) {
            return Response.of(400);
        }
    }
}
