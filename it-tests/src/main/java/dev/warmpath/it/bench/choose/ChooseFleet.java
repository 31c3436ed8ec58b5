package dev.warmpath.it.bench.choose;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.it.bench.measure.Latencies;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.index.PrefixIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The chooser of a router with so many targets, half of them prefill, half decode, and what they hold of a set of prompts.
 *
 * <p>Its clock is a made-up one: each request comes {@link #CYCLE_NANOS} over the number of prompts after the one before,
 * so that when a prompt comes back what was expected of it has expired, and expectations of half the prompts are alive.
 * The chooser reads the clock when it has its lock, which tells how long a request waited and how long it held it.
 */
final class ChooseFleet {

    /** Twice the life of an expectation. */
    private static final long CYCLE_NANOS = 4_000_000_000L;

    private final PromptSet prompts;
    private final AtomicLong requests = new AtomicLong();
    private final ThreadLocal<long[]> locked = ThreadLocal.withInitial(() -> new long[1]);
    private final List<Candidate> prefill = new ArrayList<>();
    private final List<Pairing> pairings;
    private final PairChooser chooser;

    ChooseFleet(int targets, PromptSet prompts, SplittableRandom random) {
        this.prompts = prompts;
        ScoringSettings scoring = ScoringSettings.withWeights(20.0, 2.0, null);
        PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), scoring.expectedTtl());
        List<Candidate> decode = new ArrayList<>();
        for (int i = 0; i < targets; i++) {
            boolean prefills = i < targets / 2;
            Target target = new Target("http://10.0.0." + i / 8 + ":30000", i % 8);
            Candidate candidate = new Candidate(
                    prefills ? Role.PREFILL : Role.DECODE, index.addRank(target, PromptSet.BLOCK_SIZE), () -> 1);
            (prefills ? prefill : decode).add(candidate);
        }
        pairings = List.of(new Pairing("default", Protocol.SGLANG_BOOTSTRAP, prefill, decode));
        chooser = new PairChooser(index, scoring, this::now);
        prompts.announce(prefill, random);
    }

    List<Candidate> prefill() {
        return prefill;
    }

    /**
     * Chooses for the next prompt.
     *
     * @param taken gets how long that took
     * @param waited gets how much of it went by before the lock was had; likewise {@code held}, after that
     */
    Choice.Pair choose(Latencies taken, Latencies waited, Latencies held) {
        int number = (int) (requests.getAndIncrement() % prompts.size());
        long start = System.nanoTime();
        Choice choice = chooser.choose(prompts.get(number), pairings, Set.of());
        long end = System.nanoTime();
        long locked = this.locked.get()[0];
        taken.add(end - start);
        waited.add(locked - start);
        held.add(end - locked);
        if (choice instanceof Choice.Pair pair) {
            return pair;
        }
        throw new IllegalStateException("a fleet of eligible targets gave " + choice);
    }

    private long now() {
        locked.get()[0] = System.nanoTime();
        return requests.get() * (CYCLE_NANOS / prompts.size());
    }
}
