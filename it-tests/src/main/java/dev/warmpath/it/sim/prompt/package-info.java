/**
 * Text to tokens and back for simulated engines, and the answers that they make up. Used by request parsing; the
 * tokens are those that an engine with the same model directory would compute.
 */
@NullMarked
package dev.warmpath.it.sim.prompt;

import org.jspecify.annotations.NullMarked;
