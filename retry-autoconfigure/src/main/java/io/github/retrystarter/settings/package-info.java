/**
 * What a policy says, as immutable values, and the pure decision between another attempt and giving up. Depends on
 * backoff, classification and hints only.
 */
@NullMarked
package io.github.retrystarter.settings;

import org.jspecify.annotations.NullMarked;
