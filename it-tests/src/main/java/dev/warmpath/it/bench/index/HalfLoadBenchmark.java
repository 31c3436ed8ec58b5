package dev.warmpath.it.bench.index;

import dev.warmpath.it.bench.measure.CollectorPauses;
import dev.warmpath.it.bench.measure.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A {@link HalfLoad} in a process of its own, as the threads flat out are: of that JMH has no notion, so it is one shot, and
 * what was seen comes back as counters. Run by {@link IndexBench}; public because JMH's generated code calls it.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class HalfLoadBenchmark {

    /** What {@link IndexSetUp#parse} reads. */
    @Param("")
    private String setUp = "";

    @Param("1")
    private double lookUpsPerSecond;

    @Param("1")
    private double blocksPerSecond;

    @Param("1")
    private long millis;

    @SuppressWarnings("NullAway.Init")
    private IndexLoad load;

    @SuppressWarnings("NullAway.Init")
    private HalfLoad half;

    /** What was seen; the names are those that {@link IndexBench} asks for. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Seen {
        public double lookUpMicrosP50;
        public double lookUpMicrosP99;
        public double lookUpMicrosP999;
        public double answerMicrosP50;
        public double answerMicrosP99;
        public double answerMicrosP999;
        public double visibleMillisP50;
        public double visibleMillisP99;
        public double visibleMillisP999;
        public double undisturbedMillisP50;
        public double undisturbedMillisP99;
        public double undisturbedMillisP999;
        public double pauses;
        public double pauseMillisMax;
        public double pauseMillisSum;
        public double blocksPerPrompt;
        public double blocksPerBatch;

        void take(HalfLoad half, CollectorPauses collector, IndexCorpus corpus) {
            Latencies lookUp = half.service();
            lookUpMicrosP50 = lookUp.micros(0.5);
            lookUpMicrosP99 = lookUp.micros(0.99);
            lookUpMicrosP999 = lookUp.micros(0.999);
            Latencies answer = half.answer();
            answerMicrosP50 = answer.micros(0.5);
            answerMicrosP99 = answer.micros(0.99);
            answerMicrosP999 = answer.micros(0.999);
            Latencies visible = half.visible();
            visibleMillisP50 = visible.millis(0.5);
            visibleMillisP99 = visible.millis(0.99);
            visibleMillisP999 = visible.millis(0.999);
            Latencies undisturbed = half.undisturbed();
            undisturbedMillisP50 = undisturbed.millis(0.5);
            undisturbedMillisP99 = undisturbed.millis(0.99);
            undisturbedMillisP999 = undisturbed.millis(0.999);
            pauses = collector.count();
            pauseMillisMax = collector.longestMillis();
            pauseMillisSum = collector.sumMillis();
            blocksPerPrompt = corpus.blocksPerPrompt();
            blocksPerBatch = corpus.blocksPerBatch();
        }
    }

    /** Fills the index, and works twice as hard as will be measured, until all of it is compiled. */
    @Setup(Level.Trial)
    public void warmUp() throws IOException, InterruptedException {
        IndexSetUp parsed = IndexSetUp.parse(setUp);
        load = parsed.load();
        half = new HalfLoad(load, parsed.seed());
        run(2);
        half.reset();
        // What filling and warming up left behind is the collector's work before, not while it is measured.
        System.gc();
    }

    /** All of it. */
    @Benchmark
    public Object atHalf(Seen seen) throws InterruptedException {
        CollectorPauses pauses = new CollectorPauses();
        try (pauses) {
            run(1);
        }
        seen.take(half, pauses, load.corpus());
        return seen;
    }

    private void run(int times) throws InterruptedException {
        double batches = blocksPerSecond / load.corpus().blocksPerBatch();
        half.run(times * lookUpsPerSecond, times * batches, Duration.ofMillis(millis));
    }
}
