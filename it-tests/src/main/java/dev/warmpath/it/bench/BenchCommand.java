package dev.warmpath.it.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench}: the family of long runs. */
@Command(
        name = "bench",
        description = {
            "Runs a benchmark or a proof over simulated fleets on loopback.",
            "Each prints a table and, last, one line of JSON."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "NAME",
        subcommands = {
            ChaosCommand.class,
            ChooseCommand.class,
            FleetCommand.class,
            IndexCommand.class,
            OverheadCommand.class,
            PolicyCommand.class,
            ReplayCommand.class,
            ReplicasCommand.class,
            RestartCommand.class,
            TokenizeCommand.class,
            TraceCommand.class
        })
final class BenchCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "the name of a benchmark is missing; see bench --help");
    }
}
