/** What retries say in the log. Depends on execution and Commons Logging, which Spring brings. */
@NullMarked
package io.github.retrystarter.logging;

import org.jspecify.annotations.NullMarked;
