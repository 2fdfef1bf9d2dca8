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
import java.time.Instant;

/** Drops the connection with a TCP reset, as a crashing server or an impatient middlebox does. */
record Reset() implements Answer {

    @Override
    public String summary() {
        return "reset";
    }

    /** Closing with a linger time of zero sends RST instead of FIN. */
    @Override
    public void send(Socket socket, Instant now) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
