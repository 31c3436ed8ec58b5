package dev.warmpath.events.port;

/** Finds blocks of consecutive free TCP ports (rules: docs/port-blocks.md). */
public final class PortBlockAllocator {

    /** With this host's ephemeral range, NodePort guard and a real bind as probe. */
    public static PortBlockAllocator system() {
        return new PortBlockAllocator();
    }

    /**
     * Returns the first of {@code count} consecutive ports that were all free at the same moment.
     *
     * @throws NoPortBlockException naming the cause
     */
    public int allocate(int count) {
        throw new NoPortBlockException("not yet: " + count);
    }
}
