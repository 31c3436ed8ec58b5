package dev.warmpath.it.bench.restart;

import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.SnapshotStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a restart of the router costs. Every session's prompt comes back once a turn, in another order each time. The first
 * two turns fill and prove the caches; then the router restarts, and three turns follow. A turn's hit rate is what its
 * answers say was cached, over all its tokens.
 */
public final class RestartBench {

    private static final int TURNS_AFTER = 3;
    private static final int LARGEST_TOKEN = 200;

    private final RestartPlan plan;

    public RestartBench(RestartPlan plan) {
        this.plan = plan;
    }

    /** Runs all cases, and times the snapshot of one large rank. */
    public BenchReport run() throws IOException, InterruptedException {
        BenchReport report = new BenchReport("restart", plan.seed());
        report.table(
                "Hit rate by turn; the router restarts after the second",
                "after the restart there is",
                "before",
                "1st after",
                "2nd",
                "3rd",
                "continued",
                "dropped");
        for (RestartCase now : RestartCase.values()) {
            run(now, report);
        }
        new SnapshotCost(plan.blocks(), plan.seed()).measure(report);
        return report;
    }

    private void run(RestartCase now, BenchReport report) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("warmpath-restart");
        Path file = directory.resolve("index.snapshot");
        Random random = new Random(plan.seed());
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < plan.sessions(); i++) {
            sessions.add(prompt(random, i));
        }
        String others = prompt(random, plan.sessions());
        try (RestartFleet fleet = new RestartFleet(plan, now, file)) {
            fleet.awaitSettled();
            turn(fleet, sessions, random);
            List<Double> rates = new ArrayList<>();
            rates.add(turn(fleet, sessions, random));
            fleet.restartRouter(() -> {
                if (now.busy()) {
                    fleet.serveOthers(others);
                }
            });
            for (int i = 0; i < TURNS_AFTER; i++) {
                rates.add(turn(fleet, sessions, random));
            }
            tell(now, rates, fleet.router().snapshot().ranks(), report);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    private void tell(RestartCase now, List<Double> rates, SnapshotStatus.Ranks ranks, BenchReport report) {
        long dropped =
                ranks.lost().getOrDefault(RankLoss.GAP, 0L) + ranks.lost().getOrDefault(RankLoss.RESTARTED, 0L);
        List<String> cells = new ArrayList<>(List.of(now.words()));
        rates.forEach(rate -> cells.add(String.format(Locale.ROOT, "%.1f %%", 100 * rate)));
        cells.add(Long.toString(ranks.continued()));
        cells.add(Long.toString(dropped));
        report.row(cells.toArray(String[]::new));
        var json = report.json().withArray("cases").addObject().put("case", now.name());
        rates.forEach(json.putArray("hitRates")::add);
        json.put("continued", ranks.continued()).put("dropped", dropped);
    }

    private double turn(RestartFleet fleet, List<String> sessions, Random random) {
        List<String> order = new ArrayList<>(sessions);
        Collections.shuffle(order, random);
        long cached = 0;
        for (String body : order) {
            cached += fleet.serve(body);
        }
        return (double) cached / ((long) plan.promptTokens() * sessions.size());
    }

    /** A prompt that begins as no other does. */
    private String prompt(Random random, int number) {
        int[] tokens = random.ints(plan.promptTokens(), 1, LARGEST_TOKEN + 1).toArray();
        tokens[0] = 1 + number % LARGEST_TOKEN;
        tokens[1] = 1 + number / LARGEST_TOKEN;
        String ids = IntStream.of(tokens).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return "{\"model\":\"" + RestartFleet.MODEL + "\",\"max_tokens\":1,\"prompt\":[" + ids + "]}";
    }
}
