package dev.warmpath.it.bench;

import dev.warmpath.it.chaos.ChaosRun;
import dev.warmpath.it.chaos.ChaosSize;
import dev.warmpath.it.chaos.Verdict;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench chaos}. */
@Command(
        name = "chaos",
        description = {
            "Drives a router over simulated fleets, one per hand-off protocol, while their workers are killed,"
                    + " restarted, hung and cut off, their event streams lose, repeat and swap batches, and clients"
                    + " leave. Checks every byte of every answer, and that nothing is left behind at the end.",
            "Exit status 0 only if the verdict is pass. docs/testing.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class ChaosCommand implements Callable<Integer> {

    private static final int SECONDS = 600;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(
            names = "--streams",
            defaultValue = "200",
            paramLabel = "N",
            description = "Requests in flight at any time (default: ${DEFAULT-VALUE}).")
    private int streams = 200;

    @Option(names = "--schedule", description = "Print the disruptions that the seed stands for, and end.")
    private boolean scheduleOnly;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        int seconds = options.seconds(SECONDS);
        if (seconds < ChaosSize.SHORTEST_SECONDS || streams < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--seconds must be at least " + ChaosSize.SHORTEST_SECONDS + ", --streams at least 1");
        }
        ChaosSize size = new ChaosSize(options.seed(), seconds, streams);
        PrintWriter out = spec.commandLine().getOut();
        ChaosRun run = new ChaosRun(size, out);
        if (scheduleOnly) {
            run.printSchedule();
            return 0;
        }
        Verdict verdict = run.run();
        verdict.print(out);
        return verdict.passed() ? 0 : 1;
    }
}
