/**
 * Legs: how a request runs on a rank when one worker does everything, and when prefill and decode workers share it. A
 * decode worker really calls its prefill worker over HTTP. Everything here runs on the Vert.x context of the engine;
 * used by the HTTP side.
 */
@NullMarked
package dev.warmpath.it.sim.pd;

import org.jspecify.annotations.NullMarked;
