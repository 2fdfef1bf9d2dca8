/** What a server's headers say about the next attempt. Depends on the JDK only; nothing in here throws. */
@NullMarked
package io.github.retrystarter.retryafter;

import org.jspecify.annotations.NullMarked;
