package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long a look-up of a 128-block prompt takes, for all slots at once, in an index of two million blocks; the prompt is
 * another one each time, so that little of it is in the processor's caches. Run with {@code bin/microbench
 * MatchBenchmark}.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms5g", "-Xmx5g"})
@State(Scope.Benchmark)
public class MatchBenchmark {

    private static final int BLOCK_SIZE = 16;
    private static final int BLOCKS = 128;
    private static final int PROMPTS = 2_000_000 / BLOCKS;

    /** Ranks in the fleet. */
    @Param({"64", "1024"})
    private int slots;

    /** Ranks that hold each prompt. */
    @Param({"1", "8"})
    private int holders;

    private final PrefixIndex index = Events.index();
    private final List<RankIndex> ranks = new ArrayList<>();
    private final long[][] chains = new long[PROMPTS][];

    /** One reading thread's own. */
    @State(Scope.Thread)
    public static class Reader {
        private final Matches matches = new Matches();
        private final SplittableRandom random = new SplittableRandom(1);
    }

    /** A rank that stores and removes all the time. */
    @State(Scope.Thread)
    public static class Writer {
        @SuppressWarnings("NullAway.Init")
        private StoreBenchmark.Churn churn;

        @Setup(Level.Trial)
        public void start(MatchBenchmark benchmark) {
            churn = new StoreBenchmark.Churn(benchmark.index, 99_999);
        }
    }

    /** Fills the index with events, as in life. */
    @Setup(Level.Trial)
    public void fill() {
        for (int i = 0; i < slots; i++) {
            ranks.add(index.addRank(Events.target(i), BLOCK_SIZE));
        }
        int[] tokens = new int[BLOCKS * BLOCK_SIZE];
        for (int p = 0; p < PROMPTS; p++) {
            tokens[0] = p;
            chains[p] = HashedPrompt.of(tokens.clone(), tokens.length, tokens.length, CacheNamespace.PLAIN)
                    .chain(BLOCK_SIZE);
            long[] engine =
                    LongStream.range((long) p * BLOCKS, (p + 1L) * BLOCKS).toArray();
            BlockStored stored =
                    new BlockStored(engine, false, 0, tokens, BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null);
            for (int h = 0; h < holders; h++) {
                ranks.get((p * 31 + h * 7) % slots).apply(stored);
            }
        }
    }

    @Benchmark
    public int quiet(Reader reader) {
        return match(reader);
    }

    @Benchmark
    @Group("withWriter")
    @GroupThreads(1)
    public int reader(Reader reader) {
        return match(reader);
    }

    @Benchmark
    @Group("withWriter")
    @GroupThreads(1)
    public BlockRemoved writer(Writer writer) {
        return writer.churn.turn();
    }

    private int match(Reader reader) {
        int prompt = reader.random.nextInt(PROMPTS);
        index.match(chains[prompt], BLOCKS, reader.matches);
        return reader.matches.blocks((prompt * 31) % slots);
    }
}
