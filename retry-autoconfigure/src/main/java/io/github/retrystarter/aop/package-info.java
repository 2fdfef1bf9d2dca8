/** Applies policies to annotated methods. Depends on execution, the annotation and Spring AOP. */
@NullMarked
package io.github.retrystarter.aop;

import org.jspecify.annotations.NullMarked;
