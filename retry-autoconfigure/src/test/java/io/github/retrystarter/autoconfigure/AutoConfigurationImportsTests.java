package io.github.retrystarter.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;

class AutoConfigurationImportsTests {

    @Test
    void theImportsFileListsEveryAutoConfigurationInOrder() throws IOException {
        String file = "/META-INF/spring/" + AutoConfiguration.class.getName() + ".imports";
        try (InputStream imports = getClass().getResourceAsStream(file)) {
            List<String> listed = new String(imports.readAllBytes(), StandardCharsets.UTF_8).lines().toList();

            List<String> classes = new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                            .importPackages("io.github.retrystarter").stream()
                            .filter(type -> type.isAnnotatedWith(AutoConfiguration.class))
                            .map(JavaClass::getName)
                            .sorted()
                            .toList();
            assertThat(listed).isNotEmpty().isEqualTo(classes);
        }
    }
}
