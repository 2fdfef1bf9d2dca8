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
package io.github.retrystarter.aop;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** What answers instead of an annotated method that was given up. Safe for use by many threads. */
final class FallbackMethod {

    /** The most specific failure first, the variant without a failure last. */
    private final List<FallbackVariant> variants;

    FallbackMethod(List<FallbackVariant> variants) {
        this.variants = variants.stream()
                .sorted(Comparator.comparingInt(FallbackVariant::depth).reversed())
                .toList();
    }

    /**
     * Tells whether there is an answer to a failure.
     *
     * @param failure the failure; null where a result counts as one
     */
    boolean accepts(@Nullable Throwable failure) {
        return variants.stream().anyMatch(variant -> variant.takes(failure));
    }

    /**
     * Answers instead of the method.
     *
     * @param targetOrProxy the bean behind the proxy, or the proxy where nothing is behind it
     * @param arguments the arguments of the annotated method
     * @param failure the failure, one that is accepted; null where a result counts as one
     * @return what the fallback returns
     * @throws Throwable what the fallback throws, as it is
     */
    @Nullable
    Object invoke(Object targetOrProxy, @Nullable Object[] arguments, @Nullable Throwable failure) throws Throwable {
        for (FallbackVariant variant : variants) {
            if (variant.takes(failure)) {
                return variant.invoke(targetOrProxy, arguments, failure);
            }
        }
        throw new IllegalArgumentException("No fallback takes this failure", failure);
    }
}
