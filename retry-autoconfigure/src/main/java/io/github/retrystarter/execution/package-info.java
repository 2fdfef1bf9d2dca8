/**
 * The live, named policies, and the drivers that carry out what the settings decide. Depends on settings and the
 * packages below them only.
 */
@NullMarked
package io.github.retrystarter.execution;

import org.jspecify.annotations.NullMarked;
