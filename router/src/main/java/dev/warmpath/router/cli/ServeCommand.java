package dev.warmpath.router.cli;

import dev.warmpath.config.check.ConfigCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.server.RouterServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath serve}: runs a router until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs a router.",
            "SIGTERM, SIGHUP and Ctrl-C stop it: /ready fails for server.drain_delay, then new connections are refused and open"
                    + " requests run on for server.shutdown_grace. A second one ends it at once."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration, YAML.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Overrides one key, for example server.port=8081. Repeatable; wins over file and environment.")
    private List<String> sets = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        LoadResult result = ConfigLoader.load(file, System.getenv(), sets);
        if (result instanceof LoadResult.Refused refused) {
            return refuse(refused.problems());
        }
        WarmpathSettings settings = ((LoadResult.Loaded) result).settings();
        Termination termination = Termination.takeOver();
        RouterServer server = RouterServer.start(settings);
        termination.await(server::close);
        return 0;
    }

    private int refuse(List<ConfigProblem> problems) {
        spec.commandLine().getErr().print(ConfigCheck.describe(file, problems));
        spec.commandLine().getErr().flush();
        return Main.USAGE;
    }
}
