/**
 * Which workers and ranks get no requests because they failed, and which of these are tried again: the breakers of {@code
 * dev.warmpath.router.breaker}, two for each target, and what follows from all of them together. Only {@link
 * dev.warmpath.router.fleet.Fleet} calls {@link dev.warmpath.router.fleet.circuit.Breakers}; legs hold a {@link
 * dev.warmpath.router.fleet.circuit.Passage} and report to it.
 */
@NullMarked
package dev.warmpath.router.fleet.circuit;

import org.jspecify.annotations.NullMarked;
