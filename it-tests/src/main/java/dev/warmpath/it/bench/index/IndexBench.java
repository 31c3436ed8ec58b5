package dev.warmpath.it.bench.index;

import dev.warmpath.it.bench.BenchReport;
import dev.warmpath.it.bench.CollectorPauses;
import dev.warmpath.it.bench.Latencies;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures the index: both threads flat out under JMH in a process of its own, then at half of that in this one, then its weight. */
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
    public BenchReport run() throws IOException, InterruptedException {
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

    /** The half-load part by itself, in this process. */
    void atHalf(BenchReport report, double lookUps, double blocksWritten) throws IOException, InterruptedException {
        IndexLoad load = setUp.load();
        HalfLoad half = new HalfLoad(load, setUp.seed());
        double batches = blocksWritten / load.corpus().blocksPerBatch();
        half.run(lookUps, batches, part);
        half.reset();
        // What filling left behind is the collector's work before, not while it is measured.
        System.gc();
        CollectorPauses pauses = new CollectorPauses();
        try (pauses) {
            half.run(lookUps, batches, part.multipliedBy(2));
        }
        report.table("At half of that", "", "p50", "p99", "p99.9")
                .row(row("look-up, µs", half.service(), Latencies::micros))
                .row(row("due to answer, µs", half.answer(), Latencies::micros))
                .row(row("due to visible, ms", half.visible(), Latencies::millis));
        report.table("The collector's pauses meanwhile", "pauses", "longest, ms", "all, ms")
                .row(pauses.count() + "", pauses.longestMillis() + "", pauses.sumMillis() + "");
        report.json()
                .put("lookupMicrosP50", half.service().micros(0.5))
                .put("lookupMicrosP99", half.service().micros(0.99))
                .put("visibleMillisP99", half.visible().millis(0.99))
                .put("collectorPauses", pauses.count())
                .put("collectorPauseMillisMax", pauses.longestMillis())
                .put("blocksPerPrompt", Math.round(load.corpus().blocksPerPrompt()))
                .put("blocksPerBatch", Math.round(load.corpus().blocksPerBatch()));
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
        OptionsBuilder options = new OptionsBuilder();
        options.include(include)
                .param("setUp", setUp.text())
                .threads(threads)
                .forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(part.toMillis() / 2))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(Math.max(1, part.toMillis() / 3)))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .jvmArgsAppend("-Xmx5g")
                .verbosity(VerboseMode.SILENT);
        try {
            PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Collection<RunResult> results = new Runner(
                            options.build(), OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT))
                    .run();
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new IllegalStateException("the benchmark " + include + " did not run", e);
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

    private static String[] row(String what, Latencies seen, ToDoubleBiFunction<Latencies, Double> unit) {
        return new String[] {
            what,
            cell(unit.applyAsDouble(seen, 0.5)),
            cell(unit.applyAsDouble(seen, 0.99)),
            cell(unit.applyAsDouble(seen, 0.999))
        };
    }

    private static String cell(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
