package dev.warmpath.scorer.index;

import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Blocks per microsecond that a stream thread stores and removes, from decoded events, in a rank that is full: 400,000
 * blocks of 16 tokens, the oldest run leaves when a new one comes. Each thread has a rank. Run with {@code bin/microbench
 * StoreBenchmark}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@State(Scope.Benchmark)
public class StoreBenchmark {

    private static final int BLOCK_SIZE = 16;
    private static final int RUN = 64;
    private static final int RUNS_HELD = 400_000 / RUN;

    private final PrefixIndex index = Events.index();
    private final AtomicInteger writers = new AtomicInteger();

    /** One rank's traffic. */
    @State(Scope.Thread)
    public static class Writer {
        @SuppressWarnings("NullAway.Init")
        private Churn churn;

        @Setup(Level.Trial)
        public void start(StoreBenchmark benchmark) {
            churn = new Churn(benchmark.index, benchmark.writers.incrementAndGet());
        }
    }

    /** A full rank: every turn stores one run and removes the oldest. */
    static final class Churn {
        private final ArrayDeque<BlockRemoved> held = new ArrayDeque<>();
        private final RankIndex rank;
        private final int family;
        private int run;
        private long engine;

        Churn(PrefixIndex index, int number) {
            rank = index.addRank(Events.target(number), BLOCK_SIZE);
            family = number;
            while (held.size() < RUNS_HELD) {
                store();
            }
        }

        BlockRemoved turn() {
            store();
            BlockRemoved oldest = held.remove();
            rank.apply(oldest);
            return oldest;
        }

        private void store() {
            int[] tokens = new int[RUN * BLOCK_SIZE];
            tokens[0] = run++;
            tokens[1] = family;
            long[] hashes = new long[RUN];
            for (int i = 0; i < RUN; i++) {
                hashes[i] = ++engine * 0x9e3779b97f4a7c15L;
            }
            rank.apply(
                    new BlockStored(hashes, false, 0, tokens, BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
            held.add(new BlockRemoved(hashes, Tier.DEVICE, -1));
        }
    }

    @Benchmark
    @OperationsPerInvocation(2 * RUN)
    @Threads(1)
    public BlockRemoved oneWriter(Writer writer) {
        return writer.churn.turn();
    }

    @Benchmark
    @OperationsPerInvocation(2 * RUN)
    @Threads(2)
    public BlockRemoved twoWriters(Writer writer) {
        return writer.churn.turn();
    }
}
