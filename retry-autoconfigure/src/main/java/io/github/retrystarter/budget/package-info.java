/** How many retries a policy may make in relation to its calls. Depends on the JDK only. */
@NullMarked
package io.github.retrystarter.budget;

import org.jspecify.annotations.NullMarked;
