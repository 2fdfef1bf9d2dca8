/** The actuator endpoint of the policies. Depends on execution, settings and Spring Boot's actuator. */
@NullMarked
package io.github.retrystarter.actuate;

import org.jspecify.annotations.NullMarked;
