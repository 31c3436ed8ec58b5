package dev.warmpath.it.sim.cache;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.Digest;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The places behind one rank's device cache, best first: a block is taken from the first that has it. */
final class LowerTiers {

    private final List<LowerTier> tiers;
    private final ChangeLog log;

    /** @param disk what an earlier engine may have left */
    LowerTiers(int hostBlocks, LowerTier disk, ChangeLog log) {
        this.tiers = List.of(new LowerTier(Tier.HOST, hostBlocks), disk);
        this.log = log;
        disk.announce(log);
    }

    /** Copies blocks that the device has just stored. */
    void writeThrough(List<BlockContent> stored) {
        for (LowerTier tier : tiers) {
            tier.writeThrough(stored, log);
        }
    }

    /** How many blocks of {@code chain} lie here without a hole, from block {@code from} on and before {@code limit}. */
    int follow(TokenChain chain, int from, int limit) {
        int index = from;
        while (index < limit && holder(chain.block(index).digest()) != null) {
            index++;
        }
        return index - from;
    }

    /** A prompt takes {@code count} blocks that {@link #follow} found. */
    void read(TokenChain chain, int from, int count) {
        for (int i = from; i < from + count; i++) {
            LowerTier holder = holder(chain.block(i).digest());
            if (holder != null) {
                holder.read();
            }
        }
    }

    private @Nullable LowerTier holder(Digest digest) {
        for (LowerTier tier : tiers) {
            if (tier.has(digest)) {
                return tier;
            }
        }
        return null;
    }

    void clear() {
        tiers.forEach(LowerTier::clear);
    }

    List<TierUse> use() {
        return tiers.stream().map(LowerTier::use).toList();
    }

    /** What lies here, and what lies on the device. */
    Map<Tier, Set<Long>> truth(Set<Long> device) {
        Map<Tier, Set<Long>> truth = new EnumMap<>(Tier.class);
        truth.put(Tier.DEVICE, device);
        tiers.forEach(tier -> truth.put(tier.tier(), tier.truth()));
        return truth;
    }
}
