package dev.warmpath.it.sim.events;

import org.jspecify.annotations.Nullable;

/**
 * Where one rank publishes.
 *
 * @param rank its number, as batches carry it
 * @param endpoint ZMQ address of its publisher
 * @param bind whether the engine binds that address; otherwise it connects to it
 * @param replayEndpoint ZMQ address that its replay socket binds, or null for none
 * @param faults what goes wrong
 */
public record RankSockets(
        int rank, String endpoint, boolean bind, @Nullable String replayEndpoint, EventFaults faults) {}
