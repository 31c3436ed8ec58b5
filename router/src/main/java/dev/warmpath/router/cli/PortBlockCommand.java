package dev.warmpath.router.cli;

import dev.warmpath.events.port.NoPortBlockException;
import dev.warmpath.events.port.PortBlockAllocator;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath port-block}: prints the base of a free port block, for launch scripts whose engine binds. */
@Command(
        name = "port-block",
        description = {
            "Finds consecutive free TCP ports and prints the first of them.",
            "The block lies below the ephemeral range and outside the Kubernetes NodePort range"
                    + " (WARMPATH_NODEPORT_RANGE=low-high, or none). A single port may be any that the kernel gives."
        },
        mixinStandardHelpOptions = true)
final class PortBlockCommand implements Callable<Integer> {

    private static final int MOST = 4096;

    @Option(names = "--count", required = true, paramLabel = "N", description = "How many ports: one per rank.")
    private int count;

    @Option(names = "--json", description = "Print {\"base\":B,\"count\":N} instead of the bare number.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (count < 1 || count > MOST) {
            throw new ParameterException(spec.commandLine(), "--count must be 1.." + MOST + ", but is " + count);
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            int base = PortBlockAllocator.system().allocate(count);
            out.println(json ? "{\"base\":" + base + ",\"count\":" + count + "}" : Integer.toString(base));
            return 0;
        } catch (NoPortBlockException none) {
            spec.commandLine().getErr().println("warmpath port-block: " + none.getMessage());
            return 1;
        }
    }
}
