package dev.warmpath.it.bench;

import dev.warmpath.it.bench.index.CorpusSize;
import dev.warmpath.it.bench.index.IndexBench;
import dev.warmpath.it.bench.index.IndexSetUp;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench index}. */
@Command(
        name = "index",
        description = {
            "Measures the prefix index: blocks stored and removed per second from an engine's bytes, blocks looked up"
                    + " per second meanwhile, the time of a look-up and until an event is visible at half of that, and"
                    + " heap per block and rank. Of several traces the first by name is taken, of generated ones the"
                    + " conversations.",
            "docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class IndexCommand implements Callable<Integer> {

    private static final int SECONDS = 60;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Mixin
    private final TraceOptions traceOptions = new TraceOptions();

    @Option(names = "--ranks", defaultValue = "64", description = "Simulated ranks (default: ${DEFAULT-VALUE}).")
    private int ranks;

    @Option(
            names = "--blocks-per-rank",
            defaultValue = "16384",
            description = "Blocks that each rank's cache holds of the trace (default: ${DEFAULT-VALUE}).")
    private int blocksPerRank;

    @Option(
            names = "--length-factor",
            defaultValue = "4",
            description = "How many times as long as in the trace prompts are (default: ${DEFAULT-VALUE}).")
    private int lengthFactor;

    @Option(
            names = "--copies",
            defaultValue = "20",
            description = "How many times each request comes, with other blocks each time (default: ${DEFAULT-VALUE}).")
    private int copies;

    @Option(
            names = "--requests",
            defaultValue = "2000",
            description = "Requests, copies included; about 200 KB of heap each (default: ${DEFAULT-VALUE}).")
    private int requests;

    @Option(
            names = "--resident",
            defaultValue = "2000000",
            description = "Blocks of prompts that stay in the index (default: ${DEFAULT-VALUE}).")
    private int resident;

    @Option(
            names = "--memberships",
            defaultValue = "10000000",
            description = "Pairs of block and rank in the index that is weighed (default: ${DEFAULT-VALUE}).")
    private int memberships;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        CorpusSize size;
        try {
            size = new CorpusSize(ranks, blocksPerRank, lengthFactor, copies, requests);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        IndexSetUp setUp = new IndexSetUp(traceOptions.path(), size, resident, options.seed());
        new IndexBench(setUp, Duration.ofSeconds(options.seconds(SECONDS)), memberships)
                .run()
                .print(spec.commandLine().getOut());
        return 0;
    }
}
