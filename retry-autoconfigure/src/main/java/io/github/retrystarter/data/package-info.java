/** Classification of data-access failures. Depends on the core and on Spring's data-access and transaction exceptions. */
@NullMarked
package io.github.retrystarter.data;

import org.jspecify.annotations.NullMarked;
