package dev.warmpath.it.bench;

import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.it.bench.replicas.ReplicasBench;
import dev.warmpath.it.bench.replicas.ReplicasPlan;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench replicas}. */
@Command(
        name = "replicas",
        description = {
            "Holds several routers before one fleet against one router: the share that a burst of identical prompts gives to its"
                    + " hottest worker, with and without sharing load, and the hit rate of conversations over 1, 2, 4 and 8 routers.",
            "Exit status 1 if a worker gets more than 1.3 times what one router would have given it, or the hit rate at 8"
                    + " falls below 99 % of that of one. docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class ReplicasCommand implements Callable<Integer> {

    private static final List<Integer> REPLICAS = List.of(1, 2, 4, 8);
    private static final int BURST_ROUTERS = 4;
    private static final int BURST_PER_ROUTER = 64;
    private static final int TURNS = 6;
    private static final int MOST_WORKERS = 64;
    private static final int SECONDS = 60;
    /** Of the run go to starting and stopping twenty routers, about. */
    private static final int START_SECONDS = 20;

    private static final int SESSIONS_PER_SECOND = 8;
    private static final int LEAST_SESSIONS = 32;
    private static final int MOST_SESSIONS = 4_000;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(names = "--workers", defaultValue = "8", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int workers = 8;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (workers < 2 || workers > MOST_WORKERS) {
            throw new ParameterException(spec.commandLine(), "--workers must be 2.." + MOST_WORKERS);
        }
        long sessions = (long) SESSIONS_PER_SECOND * (options.seconds(SECONDS) - START_SECONDS);
        ReplicasPlan plan = new ReplicasPlan(
                BURST_ROUTERS,
                BURST_PER_ROUTER,
                workers,
                (int) Math.max(LEAST_SESSIONS, Math.min(sessions, MOST_SESSIONS)),
                TURNS,
                options.seed());
        BenchReport report = new ReplicasBench(plan).run(REPLICAS);
        report.print(spec.commandLine().getOut());
        return report.json().path("reached").booleanValue() ? 0 : 1;
    }
}
