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
package io.github.retrystarter.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import io.github.retrystarter.benchmark.Settings.Part;

/** Program: measures everything, prints it, and writes it to docs/benchmarks.md. */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).contains("--help")) {
            System.out.println(Settings.USAGE);
            return;
        }
        ClassPath.leaveKotlinOut();
        Settings settings = Settings.of(arguments);
        Path root = Path.of(System.getProperty("benchmark.root", "."));
        Path target = root.resolve("retry-autoconfigure/target");
        Check.all(settings);
        List<Section> sections = new ArrayList<>();
        if (settings.parts().contains(Part.CALLS)) {
            Path file = target.resolve("benchmark-calls-" + Runtime.version().feature() + ".csv");
            Costs known = settings.resume() ? Costs.goOnIn(file) : Costs.startIn(file);
            sections.add(CallSection.of(new Rounds(settings).calls(known)));
        }
        if (settings.parts().contains(Part.WAITING)) {
            sections.add(new WaitingSection(settings).measure());
        }
        if (settings.parts().contains(Part.START_UP)) {
            sections.add(new StartUpSection(settings, target.resolve("benchmark-beans")).measure());
        }
        if (settings.parts().contains(Part.FOOTPRINT)) {
            sections.add(FootprintSection.of(root));
        }
        if (settings.parts().contains(Part.GROWTH)) {
            sections.add(new GrowthSection(settings).measure());
        }
        System.out.println(Document.part(settings, sections));
        Path page = isWhole(settings) ? root.resolve("docs/benchmarks.md") : target.resolve("benchmarks.md");
        new Document(page).write(settings, sections);
        System.out.println("Written to " + page);
    }

    private static boolean isWhole(Settings settings) {
        return !settings.quick()
                && settings.parts().equals(EnumSet.allOf(Part.class))
                && settings.scenarios().equals(EnumSet.allOf(Scenario.class))
                && settings.contenders().equals(EnumSet.allOf(Contender.class));
    }
}
