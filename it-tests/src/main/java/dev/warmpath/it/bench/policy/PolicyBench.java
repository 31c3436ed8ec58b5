package dev.warmpath.it.bench.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.policy.fleet.RunResult;
import dev.warmpath.it.bench.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Runs everything on every trace, writes a page for each, and reports. */
public final class PolicyBench {

    private final FleetModel model;
    private final long seed;
    private final PolicyPage page;

    /** @param directory where pages and charts go */
    public PolicyBench(FleetModel model, long seed, Path directory) {
        this.model = model;
        this.seed = seed;
        this.page = new PolicyPage(directory, model, seed);
    }

    /** What was found, to be printed. */
    public BenchReport run(List<Trace> traces) throws InterruptedException, IOException {
        BenchReport report = new BenchReport("policy", seed);
        ArrayNode found = report.json().putArray("traces");
        boolean reached = true;
        for (Trace trace : traces) {
            PolicyFindings findings = new PolicyRun(model, trace, seed).findings();
            page.write(findings);
            tell(findings, report);
            reached &= findings.goals().stream().allMatch(Goal::reached);
            tell(findings, found.addObject());
        }
        report.json().put("reached", reached);
        return report;
    }

    /** The router's own law alone, with and without going straight to decode. */
    public BenchReport skipPrefill(List<Trace> traces) throws InterruptedException {
        BenchReport report = new BenchReport("policy", seed);
        ArrayNode found = report.json().putArray("traces");
        for (Trace trace : traces) {
            List<SkipCell> cells = new PolicyRun(model, trace, seed).skipPrefill(PolicyRun.LOADS, PolicyRun.SKIPS);
            tellSkips(trace.name(), cells, report);
            ObjectNode json = found.addObject().put("trace", trace.name());
            skips(json.putArray("skipPrefill"), cells);
        }
        return report;
    }

    private static void tell(PolicyFindings findings, BenchReport report) {
        report.table(
                findings.trace().name(),
                "rule",
                "load",
                "hits",
                "of oracle",
                "first p50 s",
                "p90",
                "p99",
                "inter p50 ms",
                "p90",
                "p99",
                "prefill max/mean",
                "decode max/mean");
        for (Cell cell : findings.rules()) {
            RunResult it = cell.result();
            report.row(
                    cell.rule().key(),
                    digits(2, cell.load()),
                    digits(3, it.hitRatio()),
                    digits(3, it.hitRatio() / findings.oracleHitRatio()),
                    digits(2, it.firstToken().p50() / 1000),
                    digits(2, it.firstToken().p90() / 1000),
                    digits(2, it.firstToken().p99() / 1000),
                    digits(2, it.interToken().p50()),
                    digits(2, it.interToken().p90()),
                    digits(2, it.interToken().p99()),
                    digits(2, it.prefillImbalance()),
                    digits(2, it.decodeImbalance()));
        }
        tellSkips(findings.trace().name(), findings.skips(), report);
        report.table(
                findings.trace().name() + ": what the law has to reach", "what", "load", "law", "bound", "reached");
        for (Goal goal : findings.goals()) {
            report.row(
                    goal.name(),
                    digits(2, goal.load()),
                    digits(3, goal.ratio()),
                    digits(2, goal.bound()),
                    String.valueOf(goal.reached()));
        }
    }

    private static void tellSkips(String trace, List<SkipCell> cells, BenchReport report) {
        report.table(
                trace + ": going straight to decode",
                "bounds",
                "load",
                "straight",
                "hits",
                "first p50 s",
                "p90",
                "inter p50 ms",
                "p90");
        for (SkipCell cell : cells) {
            RunResult it = cell.result();
            report.row(
                    cell.name(),
                    digits(2, cell.load()),
                    digits(3, it.straight()),
                    digits(3, it.hitRatio()),
                    digits(2, it.firstToken().p50() / 1000),
                    digits(2, it.firstToken().p90() / 1000),
                    digits(2, it.interToken().p50()),
                    digits(2, it.interToken().p90()));
        }
    }

    private static void tell(PolicyFindings findings, ObjectNode json) {
        json.put("trace", findings.trace().name());
        json.put("requests", findings.trace().requests().size());
        json.put("oracleHitRatio", findings.oracleHitRatio());
        cells(json.putArray("rules"), findings.rules());
        cells(json.putArray("prefillWeights"), findings.prefillWeights());
        cells(json.putArray("decodeWeights"), findings.decodeWeights());
        skips(json.putArray("skipPrefill"), findings.skips());
    }

    private static void skips(ArrayNode json, List<SkipCell> cells) {
        for (SkipCell cell : cells) {
            json.addObject()
                    .put("load", cell.load())
                    .put("enabled", cell.bounds().enabled())
                    .put("maxTokens", cell.bounds().maxTokens())
                    .put("maxShare", cell.bounds().maxShare())
                    .putPOJO("result", cell.result());
        }
    }

    private static void cells(ArrayNode json, List<Cell> cells) {
        for (Cell cell : cells) {
            ObjectNode one = json.addObject().put("rule", cell.rule().key()).put("load", cell.load());
            if (cell.rule() == RuleKind.LAW) {
                one.put("prefillWeight", cell.prefillWeight()).put("decodeWeight", cell.decodeWeight());
            }
            one.putPOJO("result", cell.result());
        }
    }

    private static String digits(int digits, double value) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
