package dev.warmpath.it.demo;

import dev.warmpath.router.cli.Termination;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath demo}. */
@Command(
        name = "demo",
        description = {
            "Runs a router and a simulated fleet in one process: 2 prefill and 2 decode workers, 4 ranks each,"
                    + " SGLang's hand-off, real sockets, model \"demo\".",
            "With --check a real OpenAI client drives it, a prefill engine is restarted in between, and the router's"
                    + " index is compared with what the engines hold. Prints one JSON object; exit status 0 only if all"
                    + " of it was right."
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    /** The check's engines run this much faster than a mid-size model on a GPU. */
    private static final double CHECK_SPEED = 20;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Data port, 0 for any. Default: 8080, and any with --check.")
    private int port = -1;

    @Option(
            names = "--admin-port",
            paramLabel = "P",
            description = "Admin port, 0 for any. Default: 9090, and any with --check.")
    private int adminPort = -1;

    @Option(
            names = "--speed",
            paramLabel = "X",
            description = "How many times faster than a mid-size model on a GPU the engines run. Default: 1.")
    private double speed = 1;

    @Option(names = "--check", description = "Drive it, check it, print one JSON object, and end.")
    private boolean check;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return check ? check() : serve();
    }

    private int check() throws IOException, InterruptedException {
        try (DemoFleet fleet = DemoFleet.start(Math.max(port, 0), Math.max(adminPort, 0), CHECK_SPEED)) {
            CheckReport report = new DemoCheck(fleet).run();
            spec.commandLine().getOut().println(report.json().toPrettyString());
            spec.commandLine().getOut().flush();
            return report.failures().isEmpty() ? 0 : 1;
        }
    }

    private int serve() throws IOException, InterruptedException {
        DemoFleet fleet = DemoFleet.start(port < 0 ? 8080 : port, adminPort < 0 ? 9090 : adminPort, speed);
        String data = "http://127.0.0.1:" + fleet.router().port();
        String admin = "http://127.0.0.1:" + fleet.router().adminPort();
        PrintWriter out = spec.commandLine().getOut();
        out.printf("""

                Warmpath demo: 2 prefill and 2 decode workers, 4 ranks each, all simulated, all on real sockets.
                  data port   %1$s/v1
                  admin port  %2$s (a browser shows the status page there)

                Three commands to try, in another terminal:

                1. A chat. The x-warmpath-prefill header names the rank that did the prefill; a second time it is the
                   same one, because it has announced the prompt's blocks:
                   curl -si %1$s/v1/chat/completions -H 'content-type: application/json' -d '{"model":"demo","max_tokens":16,"messages":[{"role":"system","content":"You are a patient librarian who answers in one short sentence."},{"role":"user","content":"Where do I find maps of the river?"}]}'

                2. Why it goes there: overlap, trust, load and cost of every candidate, without sending anything:
                   curl -s %2$s/admin/explain -d '{"model":"demo","messages":[{"role":"system","content":"You are a patient librarian who answers in one short sentence."},{"role":"user","content":"Where do I find maps of the river?"}]}'

                3. The fleet as the router sees it: event streams, blocks and load of every rank:
                   curl -s %2$s/admin/workers

                Ctrl-C stops it.
                """, data, admin);
        out.flush();
        Termination.takeOver().await(fleet::close);
        return 0;
    }
}
