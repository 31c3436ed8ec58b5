package dev.warmpath.it.bench.index;

import dev.warmpath.it.bench.measure.BenchReport;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures the index: both threads flat out and then at half of that, under JMH in processes of their own, then its weight. */
public final class IndexBench {

    /** Share of {@code --seconds} that each measured part gets; the rest goes into warming up, filling and weighing. */
    private static final int PARTS = 8;

    private static final int MIN_MILLIS = 500;
    private static final double MILLION = 1_000_000;

    private final IndexSetUp setUp;
    private final Duration part;
    private final int memberships;

    /** @param memberships (block, rank) pairs in the index that is weighed */
    public IndexBench(IndexSetUp setUp, Duration length, int memberships) {
        this.setUp = setUp;
        this.part = Duration.ofMillis(Math.max(MIN_MILLIS, length.toMillis() / PARTS));
        this.memberships = memberships;
    }

    /** Runs all parts. */
    public BenchReport run() {
        BenchReport report = new BenchReport("index", setUp.seed());
        RunResult resident = flatOut("resident");
        RunResult corpus = flatOut("corpus");
        double allocated = allocated();
        double reads = score(resident, "blocksRead");
        double writes = score(resident, "blocksWritten");
        report.table("Blocks per second, one thread each, in millions", "look-ups of", "read", "written")
                .row("128 blocks that stay", cell(reads / MILLION), cell(writes / MILLION))
                .row(
                        "the trace's prompts",
                        cell(score(corpus, "blocksRead") / MILLION),
                        cell(score(corpus, "blocksWritten") / MILLION));
        report.json()
                .put("writeBlocksPerSecond", Math.round(writes))
                .put("readBlocksPerSecond", Math.round(reads))
                .put("corpusWriteBlocksPerSecond", Math.round(score(corpus, "blocksWritten")))
                .put("corpusReadBlocksPerSecond", Math.round(score(corpus, "blocksRead")))
                .put("lookupAllocBytes", Math.round(allocated));
        atHalf(report, reads / IndexLoad.PROMPT_BLOCKS / 2, writes / 2);
        weigh(report);
        return report;
    }

    private void atHalf(BenchReport report, double lookUps, double blocksWritten) {
        OptionsBuilder options = options(HalfLoadBenchmark.class.getName());
        options.param("lookUpsPerSecond", String.valueOf(lookUps))
                .param("blocksPerSecond", String.valueOf(blocksWritten))
                .param("millis", String.valueOf(part.multipliedBy(2).toMillis()))
                .warmupIterations(0)
                .measurementIterations(1);
        RunResult seen = run(options);
        atHalf(report, name -> score(seen, name));
    }

    /** Tells what was seen at half load. */
    static void atHalf(BenchReport report, ToDoubleFunction<String> seen) {
        report.table("At half of that", "", "p50", "p99", "p99.9")
                .row(row("look-up, µs", "lookUpMicros", seen))
                .row(row("due to answer, µs", "answerMicros", seen))
                .row(row("due to visible, ms", "visibleMillis", seen))
                .row(row("the same, had the writer had a core to itself, ms", "undisturbedMillis", seen));
        report.table("The collector's pauses meanwhile", "pauses", "longest, ms", "all, ms")
                .row(
                        whole(seen.applyAsDouble("pauses")),
                        whole(seen.applyAsDouble("pauseMillisMax")),
                        whole(seen.applyAsDouble("pauseMillisSum")));
        report.json()
                .put("lookupMicrosP50", seen.applyAsDouble("lookUpMicrosP50"))
                .put("lookupMicrosP99", seen.applyAsDouble("lookUpMicrosP99"))
                .put("visibleMillisP99", seen.applyAsDouble("visibleMillisP99"))
                .put("visibleUndisturbedMillisP99", seen.applyAsDouble("undisturbedMillisP99"))
                .put("collectorPauses", Math.round(seen.applyAsDouble("pauses")))
                .put("collectorPauseMillisMax", Math.round(seen.applyAsDouble("pauseMillisMax")))
                .put("blocksPerPrompt", Math.round(seen.applyAsDouble("blocksPerPrompt")))
                .put("blocksPerBatch", Math.round(seen.applyAsDouble("blocksPerBatch")));
    }

    /** The weighing by itself. */
    void weigh(BenchReport report) {
        double shared = MemoryUse.bytesPerMembership(memberships, 8);
        double unshared = MemoryUse.bytesPerMembership(memberships, 1);
        report.table("Bytes of heap per (block, rank) at " + memberships, "held by", "bytes")
                .row("1 rank", cell(unshared))
                .row("8 ranks", cell(shared));
        report.json().put("bytesPerMembershipShared8", shared).put("bytesPerMembershipUnshared", unshared);
    }

    private RunResult flatOut(String group) {
        return jmh(LookUpBenchmark.class.getName() + "." + group + "$", 2);
    }

    private double allocated() {
        return score(jmh(LookUpBenchmark.class.getName() + ".lookUp$", 1), "gc.alloc.rate.norm");
    }

    private RunResult jmh(String include, int threads) {
        OptionsBuilder options = options(include);
        options.threads(threads)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(part.toMillis()))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(Math.max(1, part.toMillis() / 3)))
                .addProfiler(GCProfiler.class);
        return run(options);
    }

    /**
     * Each in a process of its own, whose heap is all there from the start: memory that the kernel has yet to give costs a
     * fault per page, which a router that has run for a while does not pay. Most of it is young: events come a thousand times
     * as fast as from engines, and as much sooner the young part would be full.
     */
    private OptionsBuilder options(String include) {
        OptionsBuilder options = new OptionsBuilder();
        options.include(include)
                .param("setUp", setUp.text())
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgsAppend("-Xms5g", "-Xmx5g", "-XX:NewSize=3g", "-XX:MaxNewSize=3g", "-XX:+AlwaysPreTouch")
                .verbosity(VerboseMode.SILENT);
        return options;
    }

    private static RunResult run(OptionsBuilder options) {
        try {
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Collection<RunResult> results = new Runner(
                            options.build(), OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT))
                    .run();
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new IllegalStateException("a benchmark did not run: " + e.getMessage(), e);
        }
    }

    private static double score(RunResult run, String name) {
        Result<?> result = run.getSecondaryResults().get(name);
        if (result == null) {
            throw new IllegalStateException(
                    name + " is not among " + run.getSecondaryResults().keySet());
        }
        return result.getScore();
    }

    private static String[] row(String what, String name, ToDoubleFunction<String> seen) {
        return new String[] {
            what,
            cell(seen.applyAsDouble(name + "P50")),
            cell(seen.applyAsDouble(name + "P99")),
            cell(seen.applyAsDouble(name + "P999"))
        };
    }

    private static String whole(double value) {
        return String.valueOf(Math.round(value));
    }

    private static String cell(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
