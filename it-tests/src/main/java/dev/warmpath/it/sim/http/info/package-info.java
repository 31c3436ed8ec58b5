/** What an engine tells about itself and what it is told to do: models, metrics, tokens, flushing, aborting. */
@NullMarked
package dev.warmpath.it.sim.http.info;

import org.jspecify.annotations.NullMarked;
