/** The meters of all policies. Depends on execution and Micrometer. */
@NullMarked
package io.github.retrystarter.metrics;

import org.jspecify.annotations.NullMarked;
