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
package io.github.retrystarter.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import static org.assertj.core.api.Assertions.assertThat;

class AutoConfigurationImportsTests {

    @Test
    void theImportsFileListsEveryAutoConfigurationInOrder() throws IOException {
        String file = "/META-INF/spring/" + AutoConfiguration.class.getName() + ".imports";
        try (InputStream imports = getClass().getResourceAsStream(file)) {
            List<String> listed = new String(imports.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();

            List<String> classes = new ClassFileImporter()
                            .withImportOption(new ImportOption.DoNotIncludeTests())
                            .importPackages("io.github.retrystarter")
                            .stream()
                            .filter(type -> type.isAnnotatedWith(AutoConfiguration.class))
                            .map(JavaClass::getName)
                            .sorted()
                            .toList();
            assertThat(listed).isNotEmpty().isEqualTo(classes);
        }
    }
}
