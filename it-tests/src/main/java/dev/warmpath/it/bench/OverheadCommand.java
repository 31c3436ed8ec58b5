package dev.warmpath.it.bench;

import dev.warmpath.it.bench.overhead.OverheadBench;
import dev.warmpath.it.bench.overhead.OverheadPlan;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench overhead}. */
@Command(
        name = "overhead",
        description = {
            "Sends the same requests to simulated workers directly, through nginx where it is installed, and through"
                    + " Warmpath with and without KV-awareness, each in a fresh process, and tells what each adds: time, CPU"
                    + " time, memory. docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class OverheadCommand implements Callable<Integer> {

    /** Of the time of a cell. */
    private static final double WARM_UP_SHARE = 0.2;

    private static final double MILLIS_PER_SECOND = 1000;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(
            names = "--subjects",
            split = ",",
            defaultValue = "nginx,relay,aware",
            paramLabel = "NAME",
            description = "Beside direct: nginx, relay (Warmpath without tokenizer and events), aware (with them)"
                    + " (default: ${DEFAULT-VALUE}).")
    private Set<String> subjects = new LinkedHashSet<>();

    @Option(
            names = "--shapes",
            split = ",",
            defaultValue = "plain,pd",
            paramLabel = "SHAPE",
            description = "plain: one worker a request; pd: prefill and decode (default: ${DEFAULT-VALUE}).")
    private List<String> shapes = new ArrayList<>();

    @Option(
            names = "--prompts",
            split = ",",
            defaultValue = "1024,32768",
            paramLabel = "CHARS",
            description = "Lengths of the prompts (default: ${DEFAULT-VALUE}).")
    private List<Integer> prompts = new ArrayList<>();

    @Option(
            names = "--concurrency",
            split = ",",
            defaultValue = "1,64",
            paramLabel = "N",
            description = "Clients at once (default: ${DEFAULT-VALUE}).")
    private List<Integer> concurrency = new ArrayList<>();

    @Option(
            names = "--streams",
            split = ",",
            arity = "0..1",
            defaultValue = "1000,10000",
            paramLabel = "N",
            description = "Idle streams at once, as far as the limit of open files allows; 0 leaves streams out"
                    + " (default: ${DEFAULT-VALUE}).")
    private List<Integer> streams = new ArrayList<>();

    @Option(
            names = "--warm-up",
            defaultValue = "5",
            paramLabel = "S",
            description = "Seconds before a cell counts (default: ${DEFAULT-VALUE}).")
    private double warmUp = 5;

    @Option(
            names = "--measure",
            defaultValue = "20",
            paramLabel = "S",
            description = "Seconds of a cell that count (default: ${DEFAULT-VALUE}). --seconds scales both, so that the"
                    + " whole run takes about as long.")
    private double measure = 20;

    @Option(
            names = "--repeats",
            defaultValue = "3",
            paramLabel = "N",
            description =
                    "Of each cell (default: ${DEFAULT-VALUE}); 0 leaves whole answers out, and measures streams once.")
    private int repeats = 3;

    @Option(
            names = "--also",
            paramLabel = "NAME=URL[,PID]",
            description =
                    "Another router, started by you in front of the workers (see --workers-at); with its process its"
                            + " CPU time and memory are told too. Repeatable.")
    private List<String> also = new ArrayList<>();

    @Option(
            names = "--variant",
            paramLabel = "NAME=OPTIONS",
            description =
                    "aware once more, with these further options of its Java runtime, or with another runtime if the"
                            + " first of them is the path of a java binary. Repeatable.")
    private List<String> variants = new ArrayList<>();

    @Option(
            names = "--workers-at",
            defaultValue = "0",
            paramLabel = "PORT",
            description =
                    "Where the four workers listen, this port and the next three; in shape pd the first two prefill."
                            + " Default: any free ports.")
    private int workersAt;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        OverheadBench.run(plan(), spec.commandLine().getErr()).print(out);
        return 0;
    }

    private OverheadPlan plan() {
        check(OverheadPlan.OWN.containsAll(subjects), "--subjects takes nginx, relay and aware");
        check(OverheadPlan.SHAPES.containsAll(shapes), "--shapes takes plain and pd");
        check(prompts.stream().allMatch(chars -> chars >= 256), "--prompts are at least 256 characters long");
        check(concurrency.stream().allMatch(clients -> clients > 0), "--concurrency is at least 1");
        check(
                repeats >= 0 && warmUp >= 0 && measure > 0,
                "--measure is more than 0, --repeats and --warm-up are not less");
        OverheadPlan plan = plan(warmUp, measure);
        double each = (double) options.seconds(0) / Math.max(1, plan.cells());
        return each == 0 ? plan : plan(WARM_UP_SHARE * each, (1 - WARM_UP_SHARE) * each);
    }

    private OverheadPlan plan(double warmUpSeconds, double measuredSeconds) {
        return new OverheadPlan(
                options.seed(),
                subjects,
                shapes,
                prompts,
                concurrency,
                seconds(warmUpSeconds),
                seconds(measuredSeconds),
                repeats,
                streams.stream().filter(count -> count > 0).toList(),
                variants.stream().map(this::variant).toList(),
                also.stream().map(this::foreign).toList(),
                workersAt);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.max(1, Math.round(seconds * MILLIS_PER_SECOND)));
    }

    private OverheadPlan.Variant variant(String written) {
        int name = written.indexOf('=');
        check(name > 0, "--variant is NAME=OPTIONS");
        List<String> words = List.of(written.substring(name + 1).trim().split(" +"));
        String first = words.get(0);
        check(first.startsWith("-") || Files.isExecutable(Path.of(first)), "--variant " + written + ": no such java");
        return first.startsWith("-")
                ? new OverheadPlan.Variant(written.substring(0, name), "", words)
                : new OverheadPlan.Variant(written.substring(0, name), first, words.subList(1, words.size()));
    }

    private OverheadPlan.Foreign foreign(String written) {
        int name = written.indexOf('=');
        int pid = written.lastIndexOf(',');
        check(name > 0, "--also is NAME=URL or NAME=URL,PID");
        String url = written.substring(name + 1, pid < 0 ? written.length() : pid);
        try {
            URI uri = URI.create(url);
            check(uri.getHost() != null && uri.getPort() > 0, "--also needs a host and a port in its URL");
            return new OverheadPlan.Foreign(
                    written.substring(0, name), uri, pid < 0 ? 0 : Long.parseLong(written.substring(pid + 1)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--also " + written + ": " + e.getMessage(), e);
        }
    }

    private void check(boolean holds, String rule) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), rule);
        }
    }
}
