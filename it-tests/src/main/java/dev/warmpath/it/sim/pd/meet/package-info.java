/**
 * Where the legs of a pair find one another, and the HTTP calls by which a decode worker gets its KV. Used by the legs
 * of each engine.
 */
@NullMarked
package dev.warmpath.it.sim.pd.meet;

import org.jspecify.annotations.NullMarked;
