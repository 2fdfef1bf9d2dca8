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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.retrystarter.aop.AnnotationProblem;

/** Annotations that cannot work, all that were found at once. */
final class MisplacedRetryableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<AnnotationProblem> problems;

    private MisplacedRetryableException(List<AnnotationProblem> problems) {
        super(problems.stream().map(MisplacedRetryableException::sentence).collect(Collectors.joining("\n")));
        this.problems = problems;
    }

    private static String sentence(AnnotationProblem problem) {
        return problem.text().endsWith("?") ? problem.text() : problem.text() + ".";
    }

    static void throwIfAny(List<AnnotationProblem> problems) {
        List<AnnotationProblem> serious = new ArrayList<>();
        for (AnnotationProblem problem : problems) {
            if (problem.rule().stops()) {
                serious.add(problem);
            }
        }
        if (!serious.isEmpty()) {
            throw new MisplacedRetryableException(List.copyOf(serious));
        }
    }

    List<AnnotationProblem> problems() {
        return problems;
    }
}
