package dev.warmpath.events.port;

/** What the allocator asks of the host. */
interface PortProbe {

    /** Whether all of these ports are free, on every address, at one and the same moment. */
    boolean allFree(int base, int count);

    /** A free port of the kernel's choice, or -1 if it gave none. */
    int draw();
}
