/**
 * Predictions against what engines then say of their own caches: how far a target's announced blocks turn out to be held.
 * The router tells it what answers said; scoring reads the trust that follows. Depends on nothing; knows no index, no HTTP
 * and no clock.
 */
@NullMarked
package dev.warmpath.scorer.feedback;

import org.jspecify.annotations.NullMarked;
