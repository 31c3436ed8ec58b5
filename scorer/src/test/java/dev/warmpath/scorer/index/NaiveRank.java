package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one rank holds, worked out the slow and obvious way: a block's identity is its whole history written out as text,
 * and everything is maps and lists. Shares nothing with the index but the rules.
 */
final class NaiveRank {

    private record Key(long engine, int group) {}

    private static final class Held {
        String identity;
        final Set<Tier> tiers = new HashSet<>();

        Held(String identity) {
            this.identity = identity;
        }
    }

    private record Waiting(Key key, long parent, String content, Set<Tier> tiers) {}

    private final int blockSize;
    private final Map<Key, Held> held = new HashMap<>();
    private final List<Waiting> waiting = new ArrayList<>();

    /** Per ticket whose prefill is not done: what it expects. */
    private final Map<Long, Set<String>> awaited = new HashMap<>();

    /** Per ticket whose prefill is done: what it expects and the rank has not had since. */
    private final Map<Long, Set<String>> expected = new HashMap<>();

    NaiveRank(int blockSize) {
        this.blockSize = blockSize;
    }

    static String root(CacheNamespace namespace) {
        return "<" + namespace.lora() + "|" + namespace.salt() + ">";
    }

    static String next(String parent, String content) {
        return parent + "/" + content;
    }

    static String content(int[] tokens, int from, int size, long extraKey) {
        return Arrays.toString(Arrays.copyOfRange(tokens, from, from + size)) + (extraKey == 0 ? "" : "+" + extraKey);
    }

    void apply(KvEvent event) {
        if (event instanceof AllBlocksCleared) {
            clear();
        } else if (event instanceof BlockRemoved removed) {
            for (long engine : removed.hashes()) {
                remove(engine, removed.group(), removed.tier());
            }
        } else if (event instanceof BlockStored stored) {
            if (stored.blockSize() == 0) {
                for (long engine : stored.hashes()) {
                    for (Key key : meant(engine, stored.group(), null)) {
                        addTier(key, stored.tier());
                    }
                }
            } else if (stored.blockSize() == blockSize) {
                store(stored);
            }
        }
    }

    void clear() {
        held.clear();
        waiting.clear();
        awaited.clear();
        expected.clear();
    }

    boolean holds(String identity, Tier tier) {
        return held.values().stream().anyMatch(block -> block.identity.equals(identity) && block.tiers.contains(tier));
    }

    void expect(long ticket, List<String> identities) {
        awaited.put(ticket, new HashSet<>(identities));
    }

    void settle(long ticket) {
        Set<String> lacking = awaited.remove(ticket);
        if (lacking != null) {
            lacking.removeIf(identity -> holds(identity, Tier.DEVICE));
            expected.put(ticket, lacking);
        }
    }

    void stopExpecting(long ticket) {
        awaited.remove(ticket);
        expected.remove(ticket);
    }

    private boolean expects(String identity) {
        return Stream.of(awaited, expected)
                .flatMap(tickets -> tickets.values().stream())
                .anyMatch(blocks -> blocks.contains(identity));
    }

    @Nullable
    Tier bestTier(String identity) {
        if (holds(identity, Tier.DEVICE) || expects(identity)) {
            return Tier.DEVICE;
        }
        if (holds(identity, Tier.HOST)) {
            return Tier.HOST;
        }
        return holds(identity, Tier.DISK) ? Tier.DISK : null;
    }

    long blocks(Tier tier) {
        return held.values().stream()
                .filter(block -> block.tiers.contains(tier))
                .map(block -> block.identity)
                .distinct()
                .count();
    }

    int waiting() {
        return waiting.size();
    }

    private void store(BlockStored event) {
        String parent = event.hasParent() ? parent(event) : root(event.namespace());
        long before = event.parent();
        for (int i = 0; i < event.hashes().length; i++) {
            Key key = new Key(event.hashes()[i], event.group());
            long[] extraKeys = event.extraKeys();
            String content = content(event.tokens(), i * blockSize, blockSize, extraKeys == null ? 0 : extraKeys[i]);
            if (parent == null) {
                waitFor(before, key, content, event.tier());
            } else {
                String known = event.tier() == Tier.DEVICE ? null : known(key.engine, key.group);
                parent = known == null ? next(parent, content) : known;
                put(key, parent, event.tier());
                discardWaiting(key);
                adopt(key.engine, parent);
            }
            before = key.engine;
        }
    }

    private void discardWaiting(Key key) {
        waiting.removeIf(other -> other.key.equals(key));
    }

    private @Nullable String parent(BlockStored event) {
        return event.parent() == event.hashes()[0] ? null : known(event.parent(), event.group());
    }

    /** What a hash means: under this group, or else under all groups that know it, if they agree. */
    private @Nullable String known(long engine, int group) {
        Held same = held.get(new Key(engine, group));
        if (same != null) {
            return same.identity;
        }
        List<String> meanings = held.entrySet().stream()
                .filter(entry -> entry.getKey().engine == engine)
                .map(entry -> entry.getValue().identity)
                .distinct()
                .toList();
        return meanings.size() == 1 ? meanings.get(0) : null;
    }

    private void waitFor(long parent, Key key, String content, Tier tier) {
        for (Waiting other : waiting) {
            if (other.key.equals(key) && other.parent == parent && other.content.equals(content)) {
                other.tiers.add(tier);
                return;
            }
        }
        discardWaiting(key);
        waiting.add(new Waiting(key, parent, content, new HashSet<>(Set.of(tier))));
    }

    private void adopt(long engine, String identity) {
        List<Waiting> children =
                waiting.stream().filter(other -> other.parent == engine).toList();
        waiting.removeAll(children);
        for (Waiting child : children) {
            String own = next(identity, child.content);
            child.tiers.forEach(tier -> put(child.key, own, tier));
            adopt(child.key.engine, own);
        }
    }

    private void put(Key key, String identity, Tier tier) {
        Held block = held.computeIfAbsent(key, any -> new Held(identity));
        if (!block.identity.equals(identity)) {
            block.identity = identity;
            block.tiers.clear();
        }
        if (tier == Tier.DEVICE && !block.tiers.contains(tier)) {
            expected.values().forEach(blocks -> blocks.remove(identity));
        }
        block.tiers.add(tier);
    }

    private void addTier(Key key, Tier tier) {
        Held block = held.get(key);
        if (block != null) {
            put(key, block.identity, tier);
        }
        waiting.stream().filter(other -> other.key.equals(key)).forEach(other -> other.tiers.add(tier));
    }

    private void remove(long engine, int group, Tier tier) {
        for (Key key : meant(engine, group, tier)) {
            Held block = held.get(key);
            if (block != null) {
                block.tiers.remove(tier);
                if (block.tiers.isEmpty()) {
                    held.remove(key);
                }
            }
            waiting.stream().filter(other -> other.key.equals(key)).forEach(other -> other.tiers.remove(tier));
            waiting.removeIf(other -> other.tiers.isEmpty());
        }
    }

    /** The block under the group that is named; without a name, the one stored without, else all of that hash. */
    private List<Key> meant(long engine, int group, @Nullable Tier tier) {
        Key exact = new Key(engine, group);
        if (group >= 0 || there(exact, tier)) {
            return List.of(exact);
        }
        Set<Key> all = new HashSet<>(held.keySet());
        waiting.forEach(other -> all.add(other.key));
        return all.stream().filter(key -> key.engine == engine).toList();
    }

    private boolean there(Key key, @Nullable Tier tier) {
        Held block = held.get(key);
        if (block != null && (tier == null || block.tiers.contains(tier))) {
            return true;
        }
        return waiting.stream()
                .anyMatch(other -> other.key.equals(key) && (tier == null || other.tiers.contains(tier)));
    }
}
