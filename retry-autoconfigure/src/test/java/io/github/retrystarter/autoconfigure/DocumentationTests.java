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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.retrystarter.execution.RetryPolicies;
import io.github.retrystarter.testing.RetryContexts;
import io.github.retrystarter.testing.VirtualTime;
import io.github.retrystarter.testing.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** Documents say what the code does. */
class DocumentationTests {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#\\s]+)(?:#[^)]*)?\\)");

    private static List<Path> documents() {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> documents = new ArrayList<>(
                    docs.filter(p -> p.toString().endsWith(".md")).sorted().toList());
            documents.add(ROOT.resolve("README.md"));
            documents.add(ROOT.resolve("CONTRIBUTING.md"));
            documents.add(ROOT.resolve("CHANGELOG.md"));
            return documents;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String text(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static Stream<Arguments> yamlBlocks() {
        return documents().stream()
                .flatMap(document -> YAML.matcher(text(document))
                        .results()
                        .map(block -> Arguments.of(ROOT.relativize(document).toString(), block.group(1))));
    }

    @ParameterizedTest
    @MethodSource("yamlBlocks")
    void everyYamlBlockIsAConfigurationThatStarts(String document, String yaml) {
        RetryContexts.runner(new VirtualTime()).withInitializer(Yaml.file(yaml)).run(context -> {
            assertThat(context).as(document).hasNotFailed();
            if (yaml.contains("policies:")) {
                assertThat(context.getBean(RetryPolicies.class).all())
                        .as(document)
                        .isNotEmpty();
            }
        });
    }

    @Test
    void theReadmeShowsAConfiguration() {
        assertThat(yamlBlocks().map(arguments -> arguments.get()[0])).contains("README.md");
    }

    @Test
    void everyLinkBetweenDocumentsLeadsSomewhere() {
        for (Path document : documents()) {
            Matcher link = LINK.matcher(text(document));
            while (link.find()) {
                assertThat(document.getParent().resolve(link.group(1)))
                        .as("link in %s", ROOT.relativize(document))
                        .exists();
            }
        }
    }
}
