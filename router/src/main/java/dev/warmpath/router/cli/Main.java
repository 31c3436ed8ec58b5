package dev.warmpath.router.cli;

import dev.warmpath.events.name.HostNames;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** {@code warmpath}: reads the subcommand and hands over to it. */
@Command(
        name = "warmpath",
        description = "A KV-aware HTTP request router for LLM fleets with prefill/decode disaggregation.",
        mixinStandardHelpOptions = true,
        version = "warmpath 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            ConfigCommand.class,
            TokensCommand.class,
            PortBlockCommand.class,
            DoctorCommand.class,
            ExplainCommand.class,
            KeyCommand.class,
            HelpCommand.class
        })
public final class Main {

    /** Exit status for wrong usage or a refused configuration; other failures exit with 1. */
    static final int USAGE = CommandLine.ExitCode.USAGE;

    private Main() {}

    public static void main(String[] args) {
        HostNames.rememberShortly();
        System.exit(commandLine().execute(args));
    }

    /** The command line with all subcommands that are on the class path. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            line.addSubcommand(provider.command());
        }
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("warmpath: " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }
}
