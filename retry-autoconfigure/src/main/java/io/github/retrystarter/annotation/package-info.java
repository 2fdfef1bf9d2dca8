/** What users put on their methods. Depends on nothing. */
@NullMarked
package io.github.retrystarter.annotation;

import org.jspecify.annotations.NullMarked;
