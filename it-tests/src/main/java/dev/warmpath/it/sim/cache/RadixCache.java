package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SGLang's radix cache.
 *
 * <p>A prompt enters the tree when its prefill has finished, and what was generated when the request ends: a burst of
 * equal prompts misses altogether. Pages that someone else put into the tree meanwhile are given up, so that no content
 * lies in memory twice. Each new node is announced in runs of at most {@value #PAGES_PER_EVENT} pages, each evicted one
 * in one removal.
 */
final class RadixCache implements KvCache {

    /** SGLang announces the pages of a node in runs of this length. */
    static final int PAGES_PER_EVENT = 64;

    private final int pageSize;
    private final int capacity;
    private final ChangeLog log = new ChangeLog();
    private final LowerTiers lower;
    private final RadixTree tree = new RadixTree();
    private int privatePages;
    private int holdings;

    RadixCache(CacheOptions options, LowerTier disk) {
        this.pageSize = options.blockSize();
        this.capacity = options.blocks();
        this.lower = new LowerTiers(options.hostBlocks(), disk, log);
    }

    @Override
    public int held(TokenChain chain) {
        return tree.descend(chain, (chain.length() - 1) / pageSize).pages() * pageSize;
    }

    @Override
    public @Nullable Holding admit(TokenChain chain) {
        int limit = (chain.length() - 1) / pageSize;
        RadixTree.Place place = tree.descend(chain, limit);
        int loadable = lower.follow(chain, place.pages(), limit);
        PagesOfRequest pages =
                new PagesOfRequest(chain, place.node(), place.pages(), (place.pages() + loadable) * pageSize);
        tree.lock(place.node());
        if (!grow(pages, chain.length())) {
            tree.unlock(place.node());
            return null;
        }
        holdings++;
        lower.read(chain, place.pages(), loadable);
        insert(pages, place.pages() + loadable);
        return pages;
    }

    @Override
    public void cover(Holding holding, int tokens) {
        // Nothing is reusable before the prefill has finished.
    }

    @Override
    public void prefillFinished(Holding holding) {
        PagesOfRequest pages = (PagesOfRequest) holding;
        insert(pages, pages.chain.fullBlocks());
    }

    @Override
    public boolean grow(Holding holding, int tokens) {
        PagesOfRequest pages = (PagesOfRequest) holding;
        int missing = (tokens + pageSize - 1) / pageSize - pages.inTree - pages.privatePages;
        if (missing <= 0) {
            return true;
        }
        if (missing > capacity - privatePages - tree.lockedPages()) {
            return false;
        }
        while (missing > capacity - privatePages - tree.pages()) {
            List<Digest> evicted = tree.evictOldest();
            if (evicted == null) {
                throw new IllegalStateException("unlocked pages without an unlocked leaf");
            }
            log.removed(evicted, Tier.DEVICE);
        }
        pages.privatePages += missing;
        privatePages += missing;
        return true;
    }

    /** Puts the first {@code count} pages of a request into the tree, and lets go of those that are there already. */
    private void insert(PagesOfRequest pages, int count) {
        if (count <= pages.inTree) {
            return;
        }
        RadixTree.Place place = tree.descend(pages.chain, count);
        RadixNode node = place.node();
        if (place.pages() < count) {
            List<BlockContent> run = new ArrayList<>();
            for (int i = place.pages(); i < count; i++) {
                run.add(pages.chain.block(i));
            }
            node = tree.add(node, run);
            announce(run);
        }
        tree.lock(node);
        tree.unlock(pages.node);
        int given = count - pages.inTree;
        pages.node = node;
        pages.inTree = count;
        pages.privatePages -= given;
        privatePages -= given;
    }

    private void announce(List<BlockContent> run) {
        for (int from = 0; from < run.size(); from += PAGES_PER_EVENT) {
            List<BlockContent> part = run.subList(from, Math.min(run.size(), from + PAGES_PER_EVENT));
            log.stored(part, Tier.DEVICE);
            lower.writeThrough(part);
        }
    }

    @Override
    public void release(Holding holding, int tokens) {
        PagesOfRequest pages = (PagesOfRequest) holding;
        insert(pages, tokens / pageSize);
        privatePages -= pages.privatePages;
        pages.privatePages = 0;
        tree.unlock(pages.node);
        holdings--;
    }

    @Override
    public boolean clear() {
        if (holdings > 0) {
            return false;
        }
        tree.clear();
        lower.clear();
        log.cleared();
        return true;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int inUse() {
        return privatePages + tree.lockedPages();
    }

    @Override
    public List<CacheChange> drain() {
        return log.drain();
    }

    @Override
    public List<TierUse> lowerTiers() {
        return lower.use();
    }

    @Override
    public CacheTruth truth() {
        return new CacheTruth(lower.truth(tree.truth()));
    }

    /** The pages of one request: leading ones in the tree, locked, and the rest its own. */
    private static final class PagesOfRequest implements Holding {

        private final TokenChain chain;
        private final int cachedTokens;
        private RadixNode node;
        private int inTree;
        private int privatePages;

        PagesOfRequest(TokenChain chain, RadixNode node, int inTree, int cachedTokens) {
            this.chain = chain;
            this.node = node;
            this.inTree = inTree;
            this.cachedTokens = cachedTokens;
        }

        @Override
        public int cachedTokens() {
            return cachedTokens;
        }
    }
}
