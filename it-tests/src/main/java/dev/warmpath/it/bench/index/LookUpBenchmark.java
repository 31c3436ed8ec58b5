package dev.warmpath.it.bench.index;

import dev.warmpath.scorer.index.Matches;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One reading thread and one writing thread at an {@link IndexLoad}, each as fast as it can. Run by {@link IndexBench}, which
 * says what the parameters are; public because JMH's generated code calls it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class LookUpBenchmark {

    /** What {@link IndexBench#setUp} reads. */
    @Param("")
    private String setUp = "";

    @SuppressWarnings("NullAway.Init")
    private IndexLoad load;

    /** Builds the corpus and fills the index; what that leaves behind is the collector's work before anything is measured. */
    @Setup(Level.Trial)
    public void fill() throws IOException {
        load = IndexSetUp.parse(setUp).load();
        System.gc();
    }

    /** The reading thread's own. */
    @State(Scope.Thread)
    public static class Reader {
        private final Matches matches = new Matches();
        private final SplittableRandom random = new SplittableRandom(1);
    }

    /** The writing thread's own. */
    @State(Scope.Thread)
    public static class Writing {
        @SuppressWarnings("NullAway.Init")
        private IndexLoad.Writer writer;

        /** Begins at the first batch. */
        @Setup(Level.Trial)
        public void start(LookUpBenchmark benchmark) {
            writer = new IndexLoad.Writer(benchmark.load);
        }
    }

    /** Blocks that were looked at. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Read {
        /** JMH reads it after each iteration. */
        public long blocksRead;
    }

    /** Blocks that were stored or removed. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Written {
        /** JMH reads it after each iteration. */
        public long blocksWritten;
    }

    /** A look-up of a prompt that stays, with nobody writing. */
    @Benchmark
    public int lookUp(Reader reader) {
        return resident(reader);
    }

    /** The same while events come in. */
    @Benchmark
    @Group("resident")
    @GroupThreads(1)
    public int readResident(Reader reader, Read read) {
        read.blocksRead += IndexLoad.PROMPT_BLOCKS;
        return resident(reader);
    }

    /** The events. */
    @Benchmark
    @Group("resident")
    @GroupThreads(1)
    public int writeBesideResident(Writing writing, Written written) {
        int blocks = writing.writer.turn();
        written.blocksWritten += blocks;
        return blocks;
    }

    /** A look-up of one of the corpus' prompts while events come in. */
    @Benchmark
    @Group("corpus")
    @GroupThreads(1)
    public int readCorpus(Reader reader, Read read) {
        int prompt = reader.random.nextInt(load.corpus().prompts().size());
        long[] chain = load.corpus().prompts().get(prompt);
        load.index().match(chain, chain.length, reader.matches);
        int walked = IndexLoad.walked(reader.matches, load.ranks().size(), chain.length);
        read.blocksRead += walked;
        return walked;
    }

    /** The events. */
    @Benchmark
    @Group("corpus")
    @GroupThreads(1)
    public int writeBesideCorpus(Writing writing, Written written) {
        int blocks = writing.writer.turn();
        written.blocksWritten += blocks;
        return blocks;
    }

    private int resident(Reader reader) {
        int prompt = reader.random.nextInt(load.residents());
        load.index().match(load.resident(prompt), IndexLoad.PROMPT_BLOCKS, reader.matches);
        if (!load.isWhole(prompt, reader.matches)) {
            throw new IllegalStateException("a prompt that was never removed is not held any more: " + prompt);
        }
        return prompt;
    }
}
