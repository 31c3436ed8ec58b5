package dev.warmpath.it.support;

import dev.warmpath.it.sim.HeldPort;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ports of loopback at which nobody listens. Each is held while the tests run, so that it is given once, and to no server
 * that asks for any free port; a server that names it may have it.
 */
public final class ClosedPorts {

    private static final Collection<HeldPort> HELD = new ConcurrentLinkedQueue<>();

    private ClosedPorts() {}

    public static int next() {
        HeldPort held = HeldPort.any();
        HELD.add(held);
        return held.port();
    }
}
