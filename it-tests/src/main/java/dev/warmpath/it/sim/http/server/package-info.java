/**
 * The HTTP port: connections, request bodies, faults that replace answers, and the table of routes. Used by the
 * simulated engine.
 */
@NullMarked
package dev.warmpath.it.sim.http.server;

import org.jspecify.annotations.NullMarked;
