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
package io.github.retrystarter.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that ship for Prometheus and Grafana. */
final class Observability {

    static final Path FOLDER = Project.ROOT.resolve("sample-app/observability");

    private Observability() {}

    static String read(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
