package dev.warmpath.events.stream;

import org.jspecify.annotations.Nullable;

/**
 * Where a stream stands between two batches: what a later run must know to go on from there.
 *
 * @param last number of the last batch applied
 * @param fingerprint of that batch's bytes, by which its publisher is known again
 * @param joinedLate whether the view began after the publisher's first batch
 * @param doubt why the view is not wholly believed; null when nothing speaks against it
 */
public record StreamPosition(
        long last,
        long fingerprint,
        boolean joinedLate,
        @Nullable StreamReason doubt) {}
