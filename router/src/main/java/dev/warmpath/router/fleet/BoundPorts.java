package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.events.port.NoPortBlockException;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.port.PortRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports on which the router waits for publishers. A stream binds its port later, on its own thread, and until then
 * the port looks free: so what was handed out is remembered until it is released. Thread-safe.
 */
final class BoundPorts {

    private final PortBlockAllocator allocator;
    private final List<PortRange> held = new ArrayList<>();

    BoundPorts(PortBlockAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * The ports of one worker, one per rank: those that were configured, or a free block that touches no other worker's.
     *
     * @throws NoPortBlockException when there is none
     */
    synchronized PortRange hold(KvEventsSettings.Bind bind, int ranks) {
        int base = bind.basePort() != 0 ? bind.basePort() : allocator.allocate(ranks, held);
        PortRange block = new PortRange(base, base + ranks - 1);
        held.add(block);
        return block;
    }

    /** The worker's streams are closed. */
    synchronized void release(PortRange block) {
        held.remove(block);
    }
}
