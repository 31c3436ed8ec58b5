package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * vLLM's block pool.
 *
 * <p>Blocks that nobody uses wait in a list and keep their content, so that a later prompt can take them up again. A
 * new block comes from the head of that list; what it held is evicted then, one removal per block. A request that ends
 * gives its blocks back last block first, so that the tail of a prompt goes before its head.
 *
 * <p>A block counts as cached from the moment a step is planned that fills it: a second request meets the blocks of a
 * prompt that is still being computed. It is not looked for twice: a request that has to compute a block (the last of
 * its prompt always, or one that it generates) does so in a block of its own even where an equal one exists, so that
 * the same content can lie in memory, and be announced and removed, more than once.
 */
final class BlockPool implements KvCache {

    private final int blockSize;
    private final int capacity;
    private final ChangeLog log = new ChangeLog();
    private final LowerTiers lower;
    private final FreeList free = new FreeList();
    private final Map<Digest, List<PhysicalBlock>> cached = new HashMap<>();
    /** In the router's own identity; see {@link CacheTruth#doubtful}. */
    private final Map<Digest, Long> doubtful = new HashMap<>();

    BlockPool(CacheOptions options, LowerTier disk) {
        this.blockSize = options.blockSize();
        this.capacity = options.blocks();
        this.lower = new LowerTiers(options.hostBlocks(), disk, log);
        for (int i = 0; i < capacity; i++) {
            free.add(new PhysicalBlock());
        }
    }

    @Override
    public int held(TokenChain chain) {
        return match(chain).size() * blockSize;
    }

    /** The blocks that a prompt can take up again. */
    private List<PhysicalBlock> match(TokenChain chain) {
        int limit = takeable(chain);
        List<PhysicalBlock> table = new ArrayList<>();
        while (table.size() < limit) {
            PhysicalBlock block = find(chain.block(table.size()).digest());
            if (block == null) {
                break;
            }
            table.add(block);
        }
        return table;
    }

    private int takeable(TokenChain chain) {
        return (chain.length() - 1) / blockSize;
    }

    @Override
    public @Nullable Holding admit(TokenChain chain) {
        List<PhysicalBlock> table = match(chain);
        int idle = 0;
        for (PhysicalBlock block : table) {
            idle += block.users == 0 ? 1 : 0;
        }
        int matched = table.size();
        if (blocksFor(chain.length()) - matched > free.size() - idle) {
            return null;
        }
        int loadable = lower.follow(chain, matched, takeable(chain));
        lower.read(chain, matched, loadable);
        table.forEach(this::use);
        BlockTable holding = new BlockTable(chain, table, (matched + loadable) * blockSize);
        holding.covered = matched;
        grow(holding, chain.length());
        cover(holding, holding.cachedTokens);
        return holding;
    }

    private @Nullable PhysicalBlock find(Digest digest) {
        List<PhysicalBlock> copies = cached.get(digest);
        return copies == null ? null : copies.get(0);
    }

    private void use(PhysicalBlock block) {
        if (block.users++ == 0) {
            free.remove(block);
        }
    }

    @Override
    public void cover(Holding holding, int tokens) {
        BlockTable table = (BlockTable) holding;
        List<BlockContent> stored = new ArrayList<>();
        boolean parentDoubtful = table.covered > 0
                && doubtful.containsKey(table.chain.block(table.covered - 1).digest());
        while (table.covered < tokens / blockSize) {
            PhysicalBlock block = table.blocks.get(table.covered);
            BlockContent content = table.chain.block(table.covered);
            block.content = content;
            cached.computeIfAbsent(content.digest(), digest -> new ArrayList<>(1))
                    .add(block);
            stored.add(content);
            if (parentDoubtful) {
                doubtful.put(content.digest(), content.own());
            } else {
                doubtful.remove(content.digest());
            }
            table.covered++;
        }
        if (!stored.isEmpty()) {
            log.stored(stored, Tier.DEVICE);
            lower.writeThrough(stored);
        }
    }

    @Override
    public void prefillFinished(Holding holding) {
        // Blocks were cached when the step that fills them was planned.
    }

    @Override
    public boolean grow(Holding holding, int tokens) {
        List<PhysicalBlock> blocks = ((BlockTable) holding).blocks;
        int missing = blocksFor(tokens) - blocks.size();
        if (missing > free.size()) {
            return false;
        }
        for (int i = 0; i < missing; i++) {
            PhysicalBlock block = free.take();
            evict(block);
            block.users = 1;
            blocks.add(block);
        }
        return true;
    }

    private void evict(PhysicalBlock block) {
        BlockContent content = block.content;
        if (content == null) {
            return;
        }
        block.content = null;
        List<PhysicalBlock> copies = cached.get(content.digest());
        if (copies != null) {
            copies.remove(block);
        }
        if (copies == null || copies.isEmpty()) {
            cached.remove(content.digest());
            doubtful.remove(content.digest());
        } else {
            doubtful.put(content.digest(), content.own());
        }
        log.removed(List.of(content.digest()), Tier.DEVICE);
    }

    @Override
    public void release(Holding holding, int tokens) {
        List<PhysicalBlock> blocks = ((BlockTable) holding).blocks;
        for (int i = blocks.size() - 1; i >= 0; i--) {
            PhysicalBlock block = blocks.get(i);
            if (--block.users == 0) {
                free.add(block);
            }
        }
        blocks.clear();
    }

    @Override
    public boolean clear() {
        if (free.size() < capacity) {
            return false;
        }
        cached.values().forEach(copies -> copies.forEach(block -> block.content = null));
        cached.clear();
        doubtful.clear();
        lower.clear();
        log.cleared();
        return true;
    }

    private int blocksFor(int tokens) {
        return (tokens + blockSize - 1) / blockSize;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int inUse() {
        return capacity - free.size();
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
        Set<Long> own = new HashSet<>();
        for (List<PhysicalBlock> copies : cached.values()) {
            for (PhysicalBlock block : copies) {
                if (block.content != null) {
                    own.add(block.content.own());
                }
            }
        }
        return new CacheTruth(lower.truth(own), Set.copyOf(doubtful.values()));
    }

    /** The blocks of one request, in the order of its tokens. */
    private static final class BlockTable implements Holding {

        private final TokenChain chain;
        private final List<PhysicalBlock> blocks;
        private final int cachedTokens;
        private int covered;

        BlockTable(TokenChain chain, List<PhysicalBlock> blocks, int cachedTokens) {
            this.chain = chain;
            this.blocks = blocks;
            this.cachedTokens = cachedTokens;
        }

        @Override
        public int cachedTokens() {
            return cachedTokens;
        }
    }
}
