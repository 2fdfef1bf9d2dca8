/**
 * Whether a failure, or a result, is worth another attempt. Depends on the JDK only: classes of other libraries are
 * recognised by name.
 */
@NullMarked
package io.github.retrystarter.classify;

import org.jspecify.annotations.NullMarked;
