/** Measurements against the floor and the peers; see docs/benchmarks.md. May use everything. */
@NullMarked
package io.github.retrystarter.benchmark;

import org.jspecify.annotations.NullMarked;
