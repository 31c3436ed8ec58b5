package dev.warmpath.it.sim.cache;

import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes that a rank holds, as a tree whose nodes are runs of pages. Page hashes are chained, so a page's digest
 * already says everything that stands before it, namespace included, and one tree serves all namespaces.
 *
 * <p>Nodes are split where prompts part, locked from a request's node up to the root while it runs, and evicted leaf by
 * leaf, the longest unused first.
 */
final class RadixTree {

    private final RadixNode root = new RadixNode(0, null, List.of());
    private final TreeSet<RadixNode> evictable = new TreeSet<>(
            Comparator.<RadixNode>comparingLong(node -> node.lastUse).thenComparingLong(node -> node.number));
    private long clock;
    private long numbers;
    private int pages;
    private int lockedPages;

    /** Where a prompt leaves the tree: the last node it goes through, and how many of its pages are there. */
    record Place(RadixNode node, int pages) {}

    /** Goes down at most {@code limit} pages of {@code chain}; a node that matches in part is split. */
    Place descend(TokenChain chain, int limit) {
        clock++;
        RadixNode node = root;
        int matched = 0;
        while (matched < limit) {
            RadixNode child = node.children.get(chain.block(matched).digest());
            if (child == null) {
                break;
            }
            int shared = sharedPages(child, chain, matched, limit);
            node = shared < child.pages.size() ? split(child, shared) : child;
            touch(node);
            matched += shared;
        }
        return new Place(node, matched);
    }

    private static int sharedPages(RadixNode node, TokenChain chain, int from, int limit) {
        int shared = 0;
        while (shared < node.pages.size()
                && from + shared < limit
                && node.pages
                        .get(shared)
                        .digest()
                        .equals(chain.block(from + shared).digest())) {
            shared++;
        }
        return shared;
    }

    /** Cuts {@code node} after {@code count} pages; returns the new upper part, which carries the same locks. */
    private RadixNode split(RadixNode node, int count) {
        RadixNode above = parentOf(node);
        RadixNode upper = new RadixNode(++numbers, above, node.pages.subList(0, count));
        upper.users = node.users;
        upper.lastUse = node.lastUse;
        List<BlockContent> rest = new ArrayList<>(node.pages.subList(count, node.pages.size()));
        above.children.put(upper.pages.get(0).digest(), upper);
        node.pages = rest;
        node.parent = upper;
        upper.children.put(rest.get(0).digest(), node);
        return upper;
    }

    /** Hangs pages below {@code node}; returns the new node. */
    RadixNode add(RadixNode node, List<BlockContent> run) {
        evictable.remove(node);
        RadixNode child = new RadixNode(++numbers, node, run);
        child.lastUse = clock;
        node.children.put(run.get(0).digest(), child);
        pages += run.size();
        evictable.add(child);
        return child;
    }

    void lock(RadixNode from) {
        for (RadixNode node = from; node.parent != null; node = node.parent) {
            evictable.remove(node);
            if (node.users++ == 0) {
                lockedPages += node.pages.size();
            }
        }
    }

    void unlock(RadixNode from) {
        for (RadixNode node = from; node.parent != null; node = node.parent) {
            if (--node.users == 0) {
                lockedPages -= node.pages.size();
                offer(node);
            }
        }
    }

    /** Removes the leaf that was longest unused; null when every leaf is locked. */
    @Nullable
    List<Digest> evictOldest() {
        RadixNode oldest = evictable.pollFirst();
        if (oldest == null) {
            return null;
        }
        RadixNode above = parentOf(oldest);
        above.children.remove(oldest.pages.get(0).digest());
        pages -= oldest.pages.size();
        offer(above);
        return oldest.pages.stream().map(BlockContent::digest).toList();
    }

    private void touch(RadixNode node) {
        evictable.remove(node);
        node.lastUse = clock;
        offer(node);
    }

    private void offer(RadixNode node) {
        if (node.isEvictable()) {
            evictable.add(node);
        }
    }

    void clear() {
        root.children.clear();
        evictable.clear();
        pages = 0;
    }

    int pages() {
        return pages;
    }

    /** Pages that running requests go through, each counted once. */
    int lockedPages() {
        return lockedPages;
    }

    Set<Long> truth() {
        Set<Long> own = new HashSet<>();
        visit(root, page -> own.add(page.own()));
        return own;
    }

    private static void visit(RadixNode top, Consumer<BlockContent> visitor) {
        List<RadixNode> open = new ArrayList<>(List.of(top));
        while (!open.isEmpty()) {
            RadixNode node = open.remove(open.size() - 1);
            node.pages.forEach(visitor);
            open.addAll(node.children.values());
        }
    }

    private static RadixNode parentOf(RadixNode node) {
        RadixNode parent = node.parent;
        if (parent == null) {
            throw new IllegalStateException("the root is neither split nor evicted");
        }
        return parent;
    }
}
