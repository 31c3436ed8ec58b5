package dev.warmpath.it.sim.cache;

import dev.warmpath.it.sim.hash.BlockContent;
import org.jspecify.annotations.Nullable;

/** One block of device memory: who uses it, what it holds, and its place in the free list. */
final class PhysicalBlock {

    /** Running requests that use it; it is in the free list exactly while this is 0. */
    int users;

    /** What it holds, also while it is free; null before it is full. */
    @Nullable
    BlockContent content;

    @Nullable
    PhysicalBlock previous;

    @Nullable
    PhysicalBlock next;
}
