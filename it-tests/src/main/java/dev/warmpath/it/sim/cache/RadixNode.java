package dev.warmpath.it.sim.cache;

import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of pages in the tree, and the runs that follow it, by their first page. */
final class RadixNode {

    final long number;
    final Map<Digest, RadixNode> children = new HashMap<>();

    /** Null only for the root. */
    @Nullable
    RadixNode parent;

    List<BlockContent> pages;

    /** Running requests whose prompt goes through this node. */
    int users;

    long lastUse;

    RadixNode(long number, @Nullable RadixNode parent, List<BlockContent> pages) {
        this.number = number;
        this.parent = parent;
        this.pages = new ArrayList<>(pages);
    }

    boolean isEvictable() {
        return parent != null && users == 0 && children.isEmpty();
    }
}
