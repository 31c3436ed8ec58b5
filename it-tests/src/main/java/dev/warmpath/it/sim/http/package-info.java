/**
 * The HTTP side of a simulated engine: the server, what it records, the routes, and answers in the shapes of SGLang and
 * vLLM. Runs on the engine's Vert.x context; used by the simulated engine.
 */
@NullMarked
package dev.warmpath.it.sim.http;

import org.jspecify.annotations.NullMarked;
