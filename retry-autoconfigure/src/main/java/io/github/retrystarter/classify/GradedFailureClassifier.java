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
package io.github.retrystarter.classify;

/**
 * A classifier that also says how firm its answer is. The built-in ones are of this type; a plain
 * {@link FailureClassifier} among them always answers firmly.
 *
 * @since 0.1.0
 */
public interface GradedFailureClassifier extends FailureClassifier {

    /**
     * Judges one exception, without regard to its causes.
     *
     * @param failure the exception, never null
     * @return the verdict; {@link Verdict#UNKNOWN} where the classifier has none
     */
    Verdict judge(Throwable failure);

    /**
     * Classifies one exception, without regard to its causes or to how firm the answer is.
     *
     * @param failure the exception, never null
     * @return the answer of {@link #judge}
     */
    @Override
    default Retryability classify(Throwable failure) {
        return judge(failure).retryability();
    }
}
