package dev.warmpath.it.sim;

import dev.warmpath.events.port.PortBlockAllocator;

/**
 * Where an engine listens. A zero is chosen when the engine starts, and kept when it restarts.
 *
 * @param http HTTP
 * @param bootstrap bootstrap server of a prefill worker
 * @param events publisher of rank 0; rank r publishes on {@code events + r}
 * @param replay replay socket of rank 0; rank r has {@code replay + r}
 */
public record EnginePorts(int http, int bootstrap, int events, int replay) {

    /** All chosen. */
    public static final EnginePorts CHOSEN = new EnginePorts(0, 0, 0, 0);

    /** Replaces zeros by ports from one free block. */
    EnginePorts choose(int firstRank, int ranks) {
        if (http != 0 && bootstrap != 0 && events != 0 && replay != 0) {
            return this;
        }
        int base = PortBlockAllocator.system().allocate(2 + 2 * ranks);
        return new EnginePorts(
                http == 0 ? base : http,
                bootstrap == 0 ? base + 1 : bootstrap,
                events == 0 ? base + 2 - firstRank : events,
                replay == 0 ? base + 2 + ranks - firstRank : replay);
    }

    boolean hasChosen() {
        return http == 0 || bootstrap == 0 || events == 0 || replay == 0;
    }
}
