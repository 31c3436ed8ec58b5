/** Chat and plain completions: from a parsed request through its legs to an answer, whole or streamed. */
@NullMarked
package dev.warmpath.it.sim.http.generate;

import org.jspecify.annotations.NullMarked;
