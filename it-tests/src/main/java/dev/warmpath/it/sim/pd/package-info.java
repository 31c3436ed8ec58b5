/**
 * Legs: how a request runs on a rank. This package has the leg of a worker that does everything, and what the legs of
 * the engines' disaggregation, in the packages below, are made of. A decode worker really calls its prefill worker over
 * HTTP. Everything runs on the Vert.x context of the engine; used by the HTTP side.
 */
@NullMarked
package dev.warmpath.it.sim.pd;

import org.jspecify.annotations.NullMarked;
