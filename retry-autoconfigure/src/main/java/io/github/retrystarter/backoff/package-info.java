/** How long to wait before the next attempt. Depends on the JDK only. */
@NullMarked
package io.github.retrystarter.backoff;

import org.jspecify.annotations.NullMarked;
