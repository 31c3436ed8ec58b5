/**
 * What the HTTP side of a simulated engine speaks of: a request and its answer, what is recorded of it, what endpoints
 * are, and the engine as they see it. Endpoints and server have packages of their own below; everything runs on the
 * engine's Vert.x context.
 */
@NullMarked
package dev.warmpath.it.sim.http;

import org.jspecify.annotations.NullMarked;
