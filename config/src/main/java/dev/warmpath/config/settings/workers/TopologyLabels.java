package dev.warmpath.config.settings.workers;

import org.jspecify.annotations.Nullable;

/**
 * Where a worker stands ({@code workers[].topology}). Two workers are near in a respect when both carry the same text for
 * it; a label that is null is like no other.
 *
 * @param host the machine: what stands on one shares memory or an internal link
 * @param rail the network rail: what hangs on one reaches each other through a single switch
 * @param rack the rack
 * @param zone the room, building or availability zone
 */
public record TopologyLabels(
        @Nullable String host,
        @Nullable String rail,
        @Nullable String rack,
        @Nullable String zone) {}
