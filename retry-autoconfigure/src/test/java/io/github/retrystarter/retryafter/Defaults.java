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
package io.github.retrystarter.retryafter;

import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/** Default locales and time zones that parsers trip over. */
final class Defaults {

    private static final List<String> LOCALES =
            List.of("tr-TR", "ar-SA-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "hi-IN-u-nu-deva", "lt-LT", "en-US");

    private static final List<String> ZONES =
            List.of("Asia/Kolkata", "Pacific/Kiritimati", "America/St_Johns", "Australia/Lord_Howe", "UTC");

    private Defaults() {}

    /** Runs a test under each pair and puts the old defaults back, whatever happens. */
    static void runUnderEach(Runnable test) {
        Locale locale = Locale.getDefault();
        Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        Locale format = Locale.getDefault(Locale.Category.FORMAT);
        TimeZone zone = TimeZone.getDefault();
        try {
            for (String otherLocale : LOCALES) {
                for (String otherZone : ZONES) {
                    Locale.setDefault(Locale.forLanguageTag(otherLocale));
                    TimeZone.setDefault(TimeZone.getTimeZone(otherZone));
                    test.run();
                }
            }
        } finally {
            Locale.setDefault(locale);
            Locale.setDefault(Locale.Category.DISPLAY, display);
            Locale.setDefault(Locale.Category.FORMAT, format);
            TimeZone.setDefault(zone);
        }
    }
}
