package dev.warmpath.it.bench;

import dev.warmpath.it.bench.fleet.FleetBench;
import dev.warmpath.it.bench.fleet.FleetSize;
import dev.warmpath.it.bench.measure.BenchReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench fleet}. */
@Command(
        name = "fleet",
        description = {
            "Measures the parts of a router that grow with its fleet, on workers that announce blocks over sockets and in"
                    + " process: the time of a choice, until an event is visible, memory, threads and descriptors; for"
                    + " fewer workers and fewer blocks too. Then workers come and go, and must leave nothing behind.",
            "docs/benchmarks.md says how to read it.",
            "Exit status 0: it has run, and who came and went left nothing behind; 1: something is left, and the last table says"
                    + " what."
        },
        mixinStandardHelpOptions = true)
final class FleetCommand implements Callable<Integer> {

    private static final int SECONDS = 60;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(names = "--workers", defaultValue = "128", description = "Workers of 8 ranks (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--connected",
            defaultValue = "64",
            description = "How many of them publish over sockets (default: ${DEFAULT-VALUE}).")
    private int connected;

    @Option(
            names = "--blocks",
            defaultValue = "10000000",
            description = "Blocks that they hold together; 100 bytes of heap each (default: ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(
            names = "--rate",
            defaultValue = "2000",
            description = "Choices per second, and as many messages (default: ${DEFAULT-VALUE}).")
    private double perSecond;

    @Option(
            names = "--passing",
            defaultValue = "1000",
            description = "Workers that come and go (default: ${DEFAULT-VALUE}).")
    private int passing;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Where a page and charts of the growth go. Default: nowhere.")
    private @Nullable Path output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        if (perSecond < 1 || passing < 0) {
            throw new ParameterException(spec.commandLine(), "--rate is 1 at least, --passing 0 at least");
        }
        if (output != null) {
            Charts.need(spec);
        }
        FleetSize size;
        try {
            size = new FleetSize(workers, connected, blocks);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        BenchReport report = new FleetBench(size, perSecond, passing, options.seed())
                .run(Duration.ofSeconds(options.seconds(SECONDS)), output);
        report.print(spec.commandLine().getOut());
        return report.json().at("/turnover/leftBehind").asBoolean() ? 1 : 0;
    }
}
