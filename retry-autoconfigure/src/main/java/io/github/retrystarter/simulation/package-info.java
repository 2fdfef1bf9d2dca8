/**
 * Herds, outages, contention and overload in virtual time, run through the very decision and the very budget that
 * policies use. Seeded: the same settings and seed give the same numbers on every machine. Depends on settings, budget
 * and what these use.
 */
@NullMarked
package io.github.retrystarter.simulation;

import org.jspecify.annotations.NullMarked;
