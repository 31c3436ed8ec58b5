package dev.warmpath.it.bench;

import dev.warmpath.it.bench.restart.RestartBench;
import dev.warmpath.it.bench.restart.RestartPlan;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench restart}. */
@Command(
        name = "restart",
        description = {
            "Measures what a restart of the router costs: hit rates before and after it, with and without replay and snapshot;"
                    + " and how long the snapshot of one large rank takes.",
            "docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class RestartCommand implements Callable<Integer> {

    private static final int MOST_WORKERS = 64;
    private static final int MOST_SESSIONS = 10_000;
    private static final int LONGEST_PROMPT = 100_000;
    private static final int MOST_BLOCKS = 4_000_000;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(names = "--workers", defaultValue = "4", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int workers = 4;

    @Option(names = "--sessions", defaultValue = "64", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int sessions = 64;

    @Option(
            names = "--prompt-tokens",
            defaultValue = "1024",
            paramLabel = "N",
            description = "Length of each prompt (default: ${DEFAULT-VALUE}).")
    private int promptTokens = 1024;

    @Option(
            names = "--blocks",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Of the rank whose snapshot is timed (default: ${DEFAULT-VALUE}).")
    private int blocks = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (workers < 1
                || workers > MOST_WORKERS
                || sessions < 1
                || sessions > MOST_SESSIONS
                || promptTokens < 32
                || promptTokens > LONGEST_PROMPT
                || blocks < 1
                || blocks > MOST_BLOCKS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--workers must be 1.." + MOST_WORKERS + ", --sessions 1.." + MOST_SESSIONS
                            + ", --prompt-tokens 32.." + LONGEST_PROMPT + ", --blocks 1.." + MOST_BLOCKS);
        }
        RestartPlan plan = new RestartPlan(workers, sessions, promptTokens, blocks, options.seed());
        new RestartBench(plan).run().print(spec.commandLine().getOut());
        return 0;
    }
}
