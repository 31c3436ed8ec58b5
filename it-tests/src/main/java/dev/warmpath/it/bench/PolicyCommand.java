package dev.warmpath.it.bench;

import dev.warmpath.it.bench.policy.PolicyBench;
import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench policy}. */
@Command(
        name = "policy",
        description = {
            "Compares the router's choice of ranks with other rules, on request traces over a simulated PD fleet in"
                    + " virtual time, from light load to past saturation, and sweeps the overlap weights.",
            "Writes a page and charts for each trace. The same seed, requests and block size bring the same numbers."
        },
        mixinStandardHelpOptions = true)
final class PolicyCommand implements Callable<Integer> {

    private static final int SECONDS = 150;

    /** What two cores get through, with some left over. */
    private static final int REQUESTS_PER_SECOND = 20;

    private static final int FEWEST_REQUESTS = 200;
    private static final int LARGEST_BLOCK = 1024;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Mixin
    private final TraceOptions traceOptions = new TraceOptions();

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests of each trace to run. Default: as many as --seconds allow, " + REQUESTS_PER_SECOND
                    + " for each.")
    private @Nullable Integer requests;

    @Option(
            names = "--block-size",
            defaultValue = "128",
            paramLabel = "TOKENS",
            description = "Tokens per block (default: ${DEFAULT-VALUE}); smaller ones take longer and change little.")
    private int blockSize = 128;

    @Option(
            names = "--output",
            defaultValue = "docs/benchmarks",
            paramLabel = "DIR",
            description = "Where pages and charts go (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("docs/benchmarks");

    @Option(
            names = "--skip-prefill-only",
            description = "Only runs the router's own choice, with and without scoring.skip_prefill; writes no page.")
    private boolean skipPrefillOnly;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Integer asked = requests;
        int count = asked == null ? options.seconds(SECONDS) * REQUESTS_PER_SECOND : asked;
        if (count < FEWEST_REQUESTS || blockSize < 1 || blockSize > LARGEST_BLOCK) {
            throw new ParameterException(
                    spec.commandLine(),
                    "at least " + FEWEST_REQUESTS + " requests are needed, and a block size from 1 to "
                            + LARGEST_BLOCK);
        }
        if (!skipPrefillOnly) {
            Charts.need(spec);
        }
        long seed = options.seed();
        List<Trace> traces = traceOptions.traces(seed).stream()
                .map(trace -> trace.first(count))
                .toList();
        PolicyBench bench = new PolicyBench(FleetModel.usual(blockSize), seed, output);
        (skipPrefillOnly ? bench.skipPrefill(traces) : bench.run(traces))
                .print(spec.commandLine().getOut());
        return 0;
    }
}
