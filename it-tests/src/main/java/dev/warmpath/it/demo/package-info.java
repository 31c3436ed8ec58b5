/**
 * The demo: a router and a simulated fleet in one process over real sockets, and the check that drives it with a real
 * OpenAI client and compares what the router believed with what the engines held.
 */
@NullMarked
package dev.warmpath.it.demo;

import org.jspecify.annotations.NullMarked;
