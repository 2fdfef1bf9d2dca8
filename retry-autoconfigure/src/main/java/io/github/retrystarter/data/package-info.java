/** Classification of data-access failures. Depends on the core and Spring's data-access exceptions. */
@NullMarked
package io.github.retrystarter.data;

import org.jspecify.annotations.NullMarked;
