/**
 * HTTP status and headers from the failures and results of Spring's web clients. Depends on the core and Spring Web;
 * WebFlux is optional.
 */
@NullMarked
package io.github.retrystarter.web;

import org.jspecify.annotations.NullMarked;
