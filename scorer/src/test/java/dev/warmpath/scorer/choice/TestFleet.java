package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.feedback.CacheReports;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.load.LoadStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A fleet in one process for tests of the choice: the real index, a clock that stands still, and prompts of numbers. */
final class TestFleet {

    static final int BLOCK_SIZE = 4;

    final AtomicLong nanos = new AtomicLong(1);
    final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    final PairChooser chooser;

    private final AtomicInteger coldTokens = new AtomicInteger(1_000_000);
    private int targets;

    TestFleet(double prefillWeight, double decodeWeight, double mixedWeight) {
        this(ScoringSettings.withWeights(prefillWeight, decodeWeight, mixedWeight));
    }

    TestFleet(ScoringSettings settings) {
        chooser = new PairChooser(index, settings, nanos::get);
    }

    /** One fully trusted target with blocks of {@value #BLOCK_SIZE} tokens. */
    Candidate target(Role role) {
        return target(role, BLOCK_SIZE, 1);
    }

    Candidate target(Role role, int blockSize, double trust) {
        return target(role, blockSize, trust, null);
    }

    Candidate target(Role role, int blockSize, double trust, @Nullable TopologyLabels labels) {
        Target target = new Target("http://10.0.0.1:" + 30_000, targets++);
        return new Candidate(role, index.addRank(target, blockSize), () -> trust, new CacheReports(), Place.of(labels));
    }

    /** One fully trusted target of this rack. */
    Candidate inRack(String rack, Role role) {
        return target(role, BLOCK_SIZE, 1, new TopologyLabels(null, null, rack, null));
    }

    List<Candidate> targets(Role role, int count) {
        List<Candidate> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(target(role));
        }
        return made;
    }

    static Pairing mixed(List<Candidate> targets) {
        return new Pairing("default", Protocol.NONE, targets, List.of());
    }

    static Pairing mixed(Candidate... targets) {
        return mixed(List.of(targets));
    }

    static Pairing pair(List<Candidate> prefill, List<Candidate> decode) {
        return new Pairing("default", Protocol.SGLANG_BOOTSTRAP, prefill, decode);
    }

    /** The tokens {@code from .. from + count - 1}. */
    static int[] tokens(int from, int count) {
        return IntStream.range(from, from + count).toArray();
    }

    static int[] concat(int[] head, int[] tail) {
        return IntStream.concat(IntStream.of(head), IntStream.of(tail)).toArray();
    }

    static HashedPrompt prompt(int... tokens) {
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
    }

    /** Tokens that no other prompt of this fleet has. */
    int[] coldTokens(int count) {
        return tokens(coldTokens.getAndAdd(count), count);
    }

    HashedPrompt cold(int blocks) {
        return prompt(coldTokens(blocks * BLOCK_SIZE));
    }

    /** The engine announces these tokens' blocks, its own hashes being 1, 2, 3 and so on from {@code firstHash}. */
    static void store(Candidate candidate, Tier tier, long firstHash, int... tokens) {
        int blockSize = candidate.index().blockSize() > 0 ? candidate.index().blockSize() : BLOCK_SIZE;
        int blocks = tokens.length / blockSize;
        long[] hashes = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            hashes[i] = firstHash + i;
        }
        store(candidate, tier, hashes, tokens);
    }

    static void store(Candidate candidate, Tier tier, long[] hashes, int[] tokens) {
        int blockSize = candidate.index().blockSize() > 0 ? candidate.index().blockSize() : BLOCK_SIZE;
        int[] whole = Arrays.copyOf(tokens, hashes.length * blockSize);
        candidate
                .index()
                .apply(new BlockStored(hashes, false, 0, whole, blockSize, tier, -1, CacheNamespace.PLAIN, null));
    }

    static void store(Candidate candidate, int... tokens) {
        store(candidate, Tier.DEVICE, 1, tokens);
    }

    static void remove(Candidate candidate, Tier tier, long hash) {
        candidate.index().apply(new BlockRemoved(new long[] {hash}, tier, -1));
    }

    Choice choose(HashedPrompt prompt, Pairing... pairings) {
        return chooser.choose(prompt, List.of(pairings), Set.of());
    }

    Choice.Single chooseMixed(HashedPrompt prompt, Pairing... pairings) {
        return (Choice.Single) choose(prompt, pairings);
    }

    Choice.Pair choosePair(HashedPrompt prompt, Pairing... pairings) {
        return (Choice.Pair) choose(prompt, pairings);
    }

    Explanation.Row row(HashedPrompt prompt, Candidate candidate, Pairing... pairings) {
        return chooser.explain(prompt, List.of(pairings)).candidates().stream()
                .filter(row -> row.target().equals(candidate.target()))
                .findFirst()
                .orElseThrow();
    }

    LoadStatus load(Candidate candidate) {
        return chooser.load(candidate);
    }

    /**
     * Puts an open leg of so many unique blocks on a candidate, as if it had been the only one. A decode leg runs: the prefill
     * before it is done.
     */
    Choice open(Candidate candidate, int blocks) {
        Pairing alone = switch (candidate.role()) {
            case MIXED -> mixed(candidate);
            case PREFILL -> pair(List.of(candidate), List.of(target(Role.DECODE)));
            case DECODE -> pair(List.of(target(Role.PREFILL)), List.of(candidate));
        };
        Choice choice = choose(cold(blocks), alone);
        if (candidate.role() == Role.DECODE && choice instanceof Choice.Pair pair) {
            pair.prefill().release();
        }
        return choice;
    }

    static void release(Choice choice) {
        if (choice instanceof Choice.Pair pair) {
            pair.prefill().release();
            pair.decode().release();
        } else if (choice instanceof Choice.Single single) {
            single.booking().release();
        }
    }
}
