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

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project is, from whichever of its folders the tests run. */
final class Project {

    static final Path ROOT = root();

    private Project() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("README.md")) || !Files.exists(folder.resolve("sample-app"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
