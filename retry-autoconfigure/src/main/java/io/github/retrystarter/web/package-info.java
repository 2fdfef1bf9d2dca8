/** HTTP status and headers from the failures of Spring's web clients. Depends on the core and Spring Web. */
@NullMarked
package io.github.retrystarter.web;

import org.jspecify.annotations.NullMarked;
