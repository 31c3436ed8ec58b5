package dev.warmpath.it.selfcheck;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath self-check}. */
@Command(
        name = "self-check",
        description = {
            "Says whether this installation can do what a router has to do: native tokenizer, chat templates, block"
                    + " hashes, events as engines send them, ZMQ sockets, port blocks, the example configuration,"
                    + " routers that meet, pods that are discovered, and a router that becomes ready and answers.",
            "Needs no fleet and no network but loopback. The build of the image runs it.",
            "Exit status 0: every check passed; 1: one did not, and its line says why."
        },
        mixinStandardHelpOptions = true)
final class SelfCheckCommand implements Callable<Integer> {

    private final SelfCheck checks;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Run these checks only.")
    private List<String> names = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    SelfCheckCommand(SelfCheck checks) {
        this.checks = checks;
    }

    @Override
    public Integer call() throws InterruptedException {
        for (String name : names) {
            if (!checks.names().contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no check " + name + "; there are " + String.join(", ", checks.names()));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        List<String> failed = checks.run(names, out);
        out.flush();
        return failed.isEmpty() ? 0 : 1;
    }
}
