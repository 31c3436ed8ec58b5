/**
 * Block hashes as the engines compute them, and the token sequences that they are computed over. Used by the simulated
 * caches; depends on nothing of the simulator. The router never sees how these come about: to it they are opaque.
 */
@NullMarked
package dev.warmpath.it.sim.hash;

import org.jspecify.annotations.NullMarked;
