/** Whether a failure is worth another attempt. Depends on the JDK only. */
@NullMarked
package io.github.retrystarter.classify;

import org.jspecify.annotations.NullMarked;
