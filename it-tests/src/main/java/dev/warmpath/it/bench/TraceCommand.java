package dev.warmpath.it.bench;

import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceShapes;
import dev.warmpath.it.bench.trace.TraceStatistics;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code warmpath bench trace}. */
@Command(
        name = "trace",
        description = {
            "Tells what request traces are like: lengths, arrivals, and how much of the prompts a cache could hold.",
            "The last line holds their shapes, from which corpora like them are generated."
        },
        mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Mixin
    private final TraceOptions traceOptions = new TraceOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        long seed = options.seed();
        List<Trace> traces = traceOptions.traces(seed);
        BenchReport report = new BenchReport("trace", seed)
                .table("Traces", "trace", "requests", "/s", "input", "output", "reuse", "openings", "at a moment");
        for (Trace trace : traces) {
            TraceStatistics it = TraceStatistics.of(trace);
            report.row(
                    trace.name(),
                    String.valueOf(it.requests()),
                    cell("%.2f", it.requestsPerSecond()),
                    cell("%.0f", it.inputTokensMean()),
                    cell("%.0f", it.outputTokensMean()),
                    cell("%.1f %%", 100 * it.reuse()),
                    cell("%.1f %%", 100 * it.openings()),
                    cell("%.1f", it.batch()));
        }
        report.json().set("shapes", TraceShapes.json(traces));
        report.print(spec.commandLine().getOut());
        return 0;
    }

    private static String cell(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
