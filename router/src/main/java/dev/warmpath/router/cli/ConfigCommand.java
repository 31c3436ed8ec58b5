package dev.warmpath.router.cli;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.check.ConfigCheck;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath config}: what concerns a configuration file and starts nothing. */
@Command(
        name = "config",
        description = "Works on configuration files.",
        mixinStandardHelpOptions = true,
        subcommands = ConfigCommand.Check.class)
final class ConfigCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a subcommand is missing: config check FILE");
    }

    /** {@code warmpath config check FILE}. */
    @Command(
            name = "check",
            description = {
                "Says whether serve would start with this file, and if not, everything that is wrong with it.",
                "Tokenizers are looked for and not loaded: serve logs an error for one that does not load, and runs.",
                "Exit status 0: it would; 1: it would not."
            },
            mixinStandardHelpOptions = true)
    static final class Check implements Callable<Integer> {

        @Parameters(paramLabel = "FILE", description = "The configuration, YAML.")
        @SuppressWarnings("NullAway.Init")
        private Path file;

        @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Overrides one key, as for serve. Repeatable.")
        private List<String> sets = new ArrayList<>();

        @Option(names = "--no-paths", description = "Do not look whether the directories that it names exist.")
        private boolean noPaths;

        @Option(names = "--print", description = "Print the configuration that would be in force, secrets masked.")
        private boolean print;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            PathCheck paths = noPaths ? PathCheck.NOT_CHECKED : PathCheck.MUST_EXIST;
            ConfigCheck.Outcome outcome = ConfigCheck.check(file, System.getenv(), sets, paths, print);
            // With --print the verdict goes beside the YAML, so that what is printed can be loaded again.
            PrintWriter verdict =
                    print ? spec.commandLine().getErr() : spec.commandLine().getOut();
            verdict.print(outcome.text());
            verdict.flush();
            spec.commandLine().getOut().print(outcome.inForce());
            spec.commandLine().getOut().flush();
            return outcome.status();
        }
    }
}
