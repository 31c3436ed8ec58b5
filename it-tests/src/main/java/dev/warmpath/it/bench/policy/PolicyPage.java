package dev.warmpath.it.bench.policy;

import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.policy.fleet.Percentiles;
import dev.warmpath.it.bench.policy.fleet.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Writes the findings on one trace as a page of Markdown and its charts. */
final class PolicyPage {

    private static final List<String> MEASURES = List.of(
            "hit ratio",
            "of the oracle's",
            "first token p50, p90, p99, s",
            "inter-token p50, p90, p99, ms",
            "prefill max/mean",
            "decode max/mean");

    private final Path directory;
    private final FleetModel model;
    private final long seed;

    PolicyPage(Path directory, FleetModel model, long seed) {
        this.directory = directory;
        this.model = model;
        this.seed = seed;
    }

    /** Replaces what an earlier run wrote. */
    void write(PolicyFindings found) throws IOException {
        Files.createDirectories(directory);
        String base = "policy-" + found.trace().name();
        PolicyCharts charts = new PolicyCharts(found.oracleHitRatio());
        String title = found.trace().name() + ": ";
        charts.rules(directory.resolve(base + ".png"), title + "routing rules", found.rules());
        charts.prefillWeights(
                directory.resolve(base + "-prefill-weight.png"), title + "prefill weight", found.prefillWeights());
        charts.decodeWeights(
                directory.resolve(base + "-decode-weight.png"), title + "decode weight", found.decodeWeights());
        Files.writeString(directory.resolve(base + ".md"), page(found, base), StandardCharsets.UTF_8);
    }

    private String page(PolicyFindings found, String base) {
        List<String> lines = new ArrayList<>();
        lines.add("# Routing rules on " + found.trace().name());
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "Written by `bin/warmpath bench policy` with seed %d: %,d requests, %d prefill and %d decode ranks, blocks"
                        + " of %d tokens, %,d of them per rank. At its own speed the trace is load %.2f; the oracle's hit"
                        + " ratio is %.3f. [Method and terms](../benchmarks.md#policy).",
                seed,
                found.trace().requests().size(),
                model.prefillRanks(),
                model.decodeRanks(),
                model.cache().blockSize(),
                model.cache().blocks(),
                found.ownLoad(),
                found.oracleHitRatio()));
        lines.add("");
        lines.add(
                "![Time to first token, hit ratio and inter-token time of each rule over the load](" + base + ".png)");
        lines.add("");
        table(lines, "rule", found, found.rules(), cell -> cell.rule().key());
        lines.add("## What the law has to reach");
        lines.add("");
        lines.add("| what | load | law | bound | |");
        lines.add("|---|---|---|---|---|");
        for (Goal goal : found.goals()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %.3f | %s %.2f | %s |",
                    goal.name(),
                    goal.load(),
                    goal.ratio(),
                    goal.atLeast() ? "at least" : "at most",
                    goal.bound(),
                    goal.reached() ? "reached" : "**missed**"));
        }
        lines.add("");
        lines.add("## Prefill overlap weight");
        lines.add("");
        lines.add("![The same over the prefill weight, a line for each load](" + base + "-prefill-weight.png)");
        lines.add("");
        table(lines, "weight", found, found.prefillWeights(), cell -> number(cell.prefillWeight()));
        lines.add("## Decode overlap weight");
        lines.add("");
        lines.add("![The same over the decode weight, a line for each load](" + base + "-decode-weight.png)");
        lines.add("");
        table(lines, "weight", found, found.decodeWeights(), cell -> number(cell.decodeWeight()));
        skips(lines, found.skips());
        return String.join("\n", lines);
    }

    private static void skips(List<String> lines, List<SkipCell> cells) {
        lines.add("## Going straight to decode");
        lines.add("");
        lines.add(
                "`scoring.skip_prefill`, by its `max_tokens` and `max_share`; `straight` is the share of requests that"
                        + " needed no hand-off.");
        lines.add("");
        lines.add(
                "| load | bounds | straight | hit ratio | first token p50, p90, p99, s | inter-token p50, p90, p99, ms |");
        lines.add("|---|---|---|---|---|---|");
        for (SkipCell cell : cells) {
            RunResult it = cell.result();
            lines.add(String.format(
                    Locale.ROOT,
                    "| %.2f | %s | %.3f | %.3f | %s | %s |",
                    cell.load(),
                    cell.name(),
                    it.straight(),
                    it.hitRatio(),
                    times(it.firstToken(), 1000),
                    times(it.interToken(), 1)));
        }
        lines.add("");
    }

    private static void table(
            List<String> lines, String first, PolicyFindings found, List<Cell> cells, Function<Cell, String> name) {
        lines.add("| load | " + first + " | " + String.join(" | ", MEASURES) + " |");
        lines.add("|---|---|" + "---|".repeat(MEASURES.size()));
        for (Cell cell : cells) {
            RunResult it = cell.result();
            lines.add(String.format(
                    Locale.ROOT,
                    "| %.2f | %s | %.3f | %.3f | %s | %s | %.2f | %.2f |",
                    cell.load(),
                    name.apply(cell),
                    it.hitRatio(),
                    it.hitRatio() / found.oracleHitRatio(),
                    times(it.firstToken(), 1000),
                    times(it.interToken(), 1),
                    it.prefillImbalance(),
                    it.decodeImbalance()));
        }
        lines.add("");
    }

    private static String times(Percentiles it, double unit) {
        return String.format(Locale.ROOT, "%.2f, %.2f, %.2f", it.p50() / unit, it.p90() / unit, it.p99() / unit);
    }

    private static String number(double weight) {
        return String.format(Locale.ROOT, "%.1f", weight);
    }
}
