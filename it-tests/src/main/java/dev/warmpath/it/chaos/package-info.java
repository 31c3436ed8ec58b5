/**
 * The chaos run: a router over simulated fleets, one per hand-off protocol, in trouble of every kind for minutes, and a
 * verdict on what came of it. {@code warmpath bench chaos} and an end-to-end test call {@link
 * dev.warmpath.it.chaos.ChaosRun}. Depends on the simulated engines and on the router as a whole.
 */
@NullMarked
package dev.warmpath.it.chaos;

import org.jspecify.annotations.NullMarked;
