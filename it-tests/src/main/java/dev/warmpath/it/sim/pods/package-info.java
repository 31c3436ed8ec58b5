/**
 * The part of a Kubernetes API server that tells of pods, for the tests of discovery and for {@code warmpath self-check}. It
 * knows nothing of routers and engines; whoever uses it says what its pods are.
 */
@NullMarked
package dev.warmpath.it.sim.pods;

import org.jspecify.annotations.NullMarked;
