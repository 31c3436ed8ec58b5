package dev.warmpath.it.bench.fleet;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.RankIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A router's parts with a fleet of some size: the connected workers are registered as a router registers them and publish
 * over sockets, the others' ranks are in the index and choosable all the same. When it is made, every rank holds its prompts.
 */
final class RunningFleet implements AutoCloseable {

    private static final Duration FILL_LIMIT = Duration.ofMinutes(2);

    /** Messages of each rank on their way while filling: less than what its sockets hold. */
    private static final int FILL_AHEAD = 64;

    /** Prompts that are asked for. Each shares the first half with one that a prefill rank holds. */
    private static final int PROMPTS = 1_024;

    private final FleetSize size;
    private final RouterParts parts = new RouterParts();
    private final RankPublishers publishers;
    private final List<RankIndex> ranks = new ArrayList<>();
    private final List<RankEvents> events = new ArrayList<>();
    private final List<Pairing> pairings;
    private final List<HashedPrompt> prompts = new ArrayList<>();

    RunningFleet(FleetSize size, SplittableRandom random) {
        this.size = size;
        this.publishers = new RankPublishers(connectedRanks());
        try {
            List<Candidate> prefill = new ArrayList<>();
            List<Candidate> decode = new ArrayList<>();
            for (int number = 0; number < size.workers(); number++) {
                for (Candidate rank : number < size.connected() ? connected(number) : inProcess(number)) {
                    (rank.role() == Role.PREFILL ? prefill : decode).add(rank);
                    events.add(new RankEvents(ranks.size()));
                    ranks.add(rank.index());
                }
            }
            pairings = List.of(new Pairing("default", Protocol.VLLM_NIXL, prefill, decode));
            publishers.awaitSubscribers(connectedRanks(), FILL_LIMIT);
            fill();
            for (int i = 0; i < PROMPTS; i++) {
                prompts.add(prompt(random));
            }
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    private List<Candidate> connected(int number) {
        Worker worker = parts.fleet.add(RouterParts.worker(number, publishers.endpoints(number)));
        return worker.ranks().stream().map(Worker.Rank::candidate).toList();
    }

    private List<Candidate> inProcess(int number) {
        String id = RouterParts.worker(number, List.of()).url().toString();
        List<Candidate> candidates = new ArrayList<>();
        for (int rank = 0; rank < FleetSize.RANKS; rank++) {
            RankIndex index = parts.index.addRank(new Target(id, rank), RankEvents.BLOCK_SIZE);
            candidates.add(new Candidate(RouterParts.role(number), index, () -> 1));
        }
        return candidates;
    }

    private void fill() {
        for (int prompt = 0; prompt < size.promptsPerRank(); prompt++) {
            for (int rank = 0; rank < ranks.size(); rank++) {
                events.get(rank).nextResident(prompt);
                if (isConnected(rank)) {
                    publishers.publish(rank, events.get(rank).payload());
                } else {
                    events.get(rank).apply(ranks.get(rank));
                }
            }
            if (prompt % FILL_AHEAD == FILL_AHEAD - 1) {
                awaitAll();
            }
        }
        awaitAll();
    }

    /** Waits until the index holds all that was told last. */
    private void awaitAll() {
        long deadline = System.nanoTime() + FILL_LIMIT.toNanos();
        for (int rank = 0; rank < ranks.size(); rank++) {
            while (!isSeen(rank, events.get(rank).last())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(
                            "rank " + rank + " was told of blocks that the index does not hold");
                }
                Pause.nanos(100_000);
            }
        }
    }

    private HashedPrompt prompt(SplittableRandom random) {
        List<Candidate> prefill = pairings.get(0).prefill();
        RankIndex holder = prefill.get(random.nextInt(prefill.size())).index();
        int[] tokens = events.get(ranks.indexOf(holder)).resident(random.nextInt(size.promptsPerRank()));
        int[] own = random.ints(tokens.length / 2).toArray();
        System.arraycopy(own, 0, tokens, tokens.length / 2, own.length);
        HashedPrompt prompt = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
        prompt.chain(RankEvents.BLOCK_SIZE);
        return prompt;
    }

    FleetSize size() {
        return size;
    }

    RouterParts parts() {
        return parts;
    }

    RankPublishers publishers() {
        return publishers;
    }

    List<Pairing> pairings() {
        return pairings;
    }

    HashedPrompt prompt(int number) {
        return prompts.get(number);
    }

    int prompts() {
        return PROMPTS;
    }

    int ranks() {
        return ranks.size();
    }

    /** The first so many ranks publish over sockets. */
    int connectedRanks() {
        return size.connected() * FleetSize.RANKS;
    }

    boolean isConnected(int rank) {
        return rank < connectedRanks();
    }

    RankEvents events(int rank) {
        return events.get(rank);
    }

    RankIndex index(int rank) {
        return ranks.get(rank);
    }

    /** Whether readers see that a rank holds this block. */
    boolean isSeen(int rank, long block) {
        return ranks.get(rank).holds(block, Tier.DEVICE);
    }

    @Override
    public void close() {
        parts.close();
        publishers.close();
    }
}
