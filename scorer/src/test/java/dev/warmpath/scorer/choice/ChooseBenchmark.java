package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a choice costs, from the look-up to the release of both bookings, for prompts of 8192 tokens in blocks of 16, half
 * of which some prefill target holds. Half of the targets are prefill, half decode. The clock runs 10 ms per request, so
 * that expectations of 200 requests are alive.
 *
 * <pre>
 * mvn -q -pl scorer -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
 * java -cp scorer/target/test-classes:scorer/target/classes:$(cat scorer/target/classpath) \
 *     org.openjdk.jmh.Main ChooseBenchmark -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ChooseBenchmark {

    private static final int PROMPTS = 2048;
    private static final int TOKENS = 8192;
    private static final int BLOCK_SIZE = 16;

    @Param({"8", "64", "256", "1024"})
    public int targets;

    private TestFleet fleet = new TestFleet(20, 2, 20);
    private List<Pairing> pairings = List.of();
    private final List<HashedPrompt> prompts = new ArrayList<>();
    private int next;

    @Setup
    public void setUp() {
        fleet = new TestFleet(20, 2, 20);
        Random random = new Random(1);
        List<Candidate> prefill = targets(Role.PREFILL);
        pairings = List.of(TestFleet.pair(prefill, targets(Role.DECODE)));
        for (int i = 0; i < PROMPTS / 8; i++) {
            int[] shared = fleet.coldTokens(TOKENS / 2);
            TestFleet.store(prefill.get(random.nextInt(prefill.size())), Tier.DEVICE, 1 + (long) i * TOKENS, shared);
            for (int j = 0; j < 8; j++) {
                HashedPrompt prompt = TestFleet.prompt(TestFleet.concat(shared, fleet.coldTokens(TOKENS / 2)));
                prompt.chain(BLOCK_SIZE);
                prompts.add(prompt);
            }
        }
    }

    private List<Candidate> targets(Role role) {
        List<Candidate> made = new ArrayList<>();
        for (int i = 0; i < targets / 2; i++) {
            made.add(fleet.target(role, BLOCK_SIZE, 1));
        }
        return made;
    }

    @Benchmark
    public Choice choose() {
        fleet.nanos.addAndGet(10_000_000);
        Choice choice = fleet.chooser.choose(prompts.get(next), pairings, Set.of());
        next = (next + 1) % PROMPTS;
        TestFleet.release(choice);
        return choice;
    }

    /** The scoring pass with its rows told, without a booking. */
    @Benchmark
    public Explanation explain() {
        next = (next + 1) % PROMPTS;
        return fleet.chooser.explain(prompts.get(next), pairings);
    }
}
