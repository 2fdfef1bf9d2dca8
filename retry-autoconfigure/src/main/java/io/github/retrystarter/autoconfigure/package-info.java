/** Configuration properties, their validation, and the beans of an application. Depends on all other packages. */
@NullMarked
package io.github.retrystarter.autoconfigure;

import org.jspecify.annotations.NullMarked;
