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
package io.github.retrystarter.recipes;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the design says about a policy "p" that is written in this way, worked out without any code of the starter: which
 * rules it breaks, and else the waits that it makes.
 */
final class PolicyOracle {

    /** Attempts without an end. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Set<String> GROWING = Set.of("exponential", "full-jitter", "equal-jitter");

    private static final Map<String, Map<String, String>> PRESETS = Map.of(
            "user-facing", preset("50ms", "5s", "1.5", "4", "2s"),
            "internal-service", preset("100ms", "10s", "2", "5", null),
            "external-api", preset("2s", "300s", "2", "6", null),
            "background-job", preset("1s", "900s", "2", "15", null),
            "database", preset("200ms", "60s", "2", "10", null),
            "overloaded-service", preset("500ms", "120s", "3", "8", null),
            "message-consumer", preset("500ms", "60s", "2", "8", null),
            "persistent-connection", preset("1s", "300s", "2", "unlimited", null));

    private final Map<String, String> defaults;
    private final Map<String, String> own;
    private final String yaml;
    private final Map<String, String> places = new LinkedHashMap<>();

    private static Map<String, String> preset(
            String base, String cap, String multiplier, String attempts, @Nullable String longestHint) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("base", base);
        values.put("cap", cap);
        values.put("multiplier", multiplier);
        values.put("attempts", attempts);
        if (longestHint != null) {
            values.put("retry-after.max", longestHint);
        }
        return values;
    }

    static Set<String> presets() {
        return PRESETS.keySet();
    }

    PolicyOracle(Map<String, String> defaults, Map<String, String> own) {
        this.defaults = defaults;
        this.own = own;
        List<String> lines = new ArrayList<>(List.of("retry:"));
        if (!defaults.isEmpty()) {
            lines.add("  defaults:");
            defaults.forEach((key, value) -> write(lines, "    ", "retry.defaults.", key, value));
        }
        lines.add("  policies:");
        lines.add("    p:");
        own.forEach((key, value) -> write(lines, "      ", "retry.policies.p.", key, value));
        this.yaml = String.join("\n", lines) + "\n";
    }

    private void write(List<String> lines, String indent, String prefix, String key, String value) {
        String start = indent + key + ": ";
        lines.add(start + value);
        places.put(prefix + key, "application.yml - " + lines.size() + ":" + (start.length() + 1));
    }

    String yaml() {
        return yaml;
    }

    @Override
    public String toString() {
        return "defaults " + defaults + ", own " + own;
    }

    /** A value in force, and what a message has to say about where it comes from: nothing where nobody wrote it. */
    private record Effective(@Nullable String text, List<String> origin) {

        boolean written() {
            return text != null;
        }
    }

    private Effective effective(String key) {
        if (own.containsKey(key)) {
            return written("retry.policies.p." + key, own.get(key));
        }
        if (presetHas(own, key)) {
            return fromPreset("retry.policies.p.preset", own, key);
        }
        if (defaults.containsKey(key)) {
            return written("retry.defaults." + key, defaults.get(key));
        }
        if (presetHas(defaults, key)) {
            return fromPreset("retry.defaults.preset", defaults, key);
        }
        return new Effective(null, List.of());
    }

    private Effective written(String property, @Nullable String text) {
        return new Effective(text, List.of(property, place(property)));
    }

    private Effective fromPreset(String property, Map<String, String> layer, String key) {
        String preset = layer.get("preset");
        return new Effective(
                PRESETS.get(preset).get(key), List.of("preset " + preset + " (" + property + ")", place(property)));
    }

    private static boolean presetHas(Map<String, String> layer, String key) {
        return layer.containsKey("preset") && PRESETS.get(layer.get("preset")).containsKey(key);
    }

    private String place(String property) {
        return places.getOrDefault(property, "nowhere");
    }

    /** For each rule that is broken, what the message has to hold: the properties and their places. */
    List<List<String>> broken() {
        List<List<String>> broken = new ArrayList<>();
        Effective backoff = effective("backoff");
        Effective base = effective("base");
        Effective cap = effective("cap");
        if (own.containsKey("multiplier") && !GROWING.contains(backoff())) {
            broken.add(both(effective("multiplier"), backoff));
        }
        if (own.containsKey("increment") && !backoff().equals("linear")) {
            broken.add(both(effective("increment"), backoff));
        }
        if (base() == 0 && !backoff().equals("constant")) {
            broken.add(both(base, backoff));
        }
        if (cap.written() && millis(String.valueOf(cap.text())) < base()) {
            broken.add(both(cap, base));
        }
        return broken;
    }

    private static List<String> both(Effective one, Effective other) {
        List<String> all = new ArrayList<>(one.origin());
        all.addAll(other.origin());
        return all;
    }

    private String text(String key, String builtIn) {
        return Optional.ofNullable(effective(key).text()).orElse(builtIn);
    }

    String backoff() {
        return text("backoff", "full-jitter");
    }

    private long base() {
        return millis(text("base", "100ms"));
    }

    private long cap() {
        Effective cap = effective("cap");
        return cap.written() ? millis(String.valueOf(cap.text())) : Math.max(10_000, base());
    }

    int attempts() {
        String attempts = text("attempts", "3");
        return attempts.equals("unlimited") ? UNLIMITED : Integer.parseInt(attempts);
    }

    Optional<Duration> deadline() {
        return Optional.ofNullable(effective("deadline").text()).map(text -> Duration.ofMillis(millis(text)));
    }

    Optional<Duration> longestHint() {
        String text = text("retry-after.max", Math.max(30_000, cap()) + "ms");
        return text.equals("unlimited") ? Optional.empty() : Optional.of(Duration.ofMillis(millis(text)));
    }

    /** The longest wait after an attempt, where each one before it was the longest too. */
    long most(int attempt) {
        return switch (backoff()) {
            case "constant" -> Math.min(cap(), base());
            case "linear" ->
                atMostCap(BigDecimal.valueOf(millis(text("increment", base() + "ms")))
                        .multiply(BigDecimal.valueOf(attempt - 1L))
                        .add(BigDecimal.valueOf(base())));
            case "decorrelated-jitter" ->
                atMostCap(BigDecimal.valueOf(base())
                        .multiply(BigDecimal.valueOf(3).pow(attempt)));
            default ->
                atMostCap(
                        BigDecimal.valueOf(base()).multiply(new BigDecimal(text("multiplier", "2")).pow(attempt - 1)));
        };
    }

    /** The shortest wait after an attempt. */
    long least(int attempt) {
        return switch (backoff()) {
            case "full-jitter" -> 0;
            case "equal-jitter" -> most(attempt) / 2;
            case "decorrelated-jitter" -> Math.min(cap(), base());
            default -> most(attempt);
        };
    }

    private long atMostCap(BigDecimal wait) {
        return wait.setScale(0, RoundingMode.HALF_UP)
                .min(BigDecimal.valueOf(cap()))
                .longValueExact();
    }

    /** The sum of the longest waits, and no more than the deadline. */
    Optional<Duration> worstCase() {
        if (attempts() == UNLIMITED) {
            return deadline();
        }
        long sum = 0;
        for (int attempt = 1; attempt < attempts(); attempt++) {
            sum += most(attempt);
        }
        Duration total = Duration.ofMillis(sum);
        return Optional.of(
                deadline().filter(limit -> limit.compareTo(total) < 0).orElse(total));
    }

    private static long millis(String text) {
        String number = text.replaceAll("[a-z]", "");
        String unit = text.substring(number.length());
        BigDecimal millis = new BigDecimal(number)
                .multiply(
                        switch (unit) {
                            case "us" -> new BigDecimal("0.001");
                            case "s" -> BigDecimal.valueOf(1_000);
                            case "m" -> BigDecimal.valueOf(60_000);
                            default -> BigDecimal.ONE;
                        });
        return millis.setScale(0, RoundingMode.CEILING).longValueExact();
    }
}
