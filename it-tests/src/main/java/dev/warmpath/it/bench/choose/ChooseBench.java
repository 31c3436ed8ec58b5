package dev.warmpath.it.bench.choose;

import dev.warmpath.it.bench.measure.BenchReport;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Measures choices over numbers of targets and lengths of prompts. */
public final class ChooseBench {

    private static final List<Integer> TARGETS = List.of(8, 64, 256, 1024);
    private static final List<Integer> TOKENS = List.of(8_192, 131_072);

    /** Of the whole time, what goes to the cells with several threads. */
    private static final double CROWDED_SHARE = 0.3;

    private final long seed;
    private final List<Integer> targets;
    private final List<Integer> tokens;
    private final SplittableRandom random;

    public ChooseBench(long seed) {
        this(seed, TARGETS, TOKENS);
    }

    /** The same with other sizes. */
    ChooseBench(long seed, List<Integer> targets, List<Integer> tokens) {
        this.seed = seed;
        this.targets = targets;
        this.tokens = tokens;
        this.random = new SplittableRandom(seed);
    }

    /** Runs for about this long, beside the time that making prompts takes. */
    public BenchReport run(Duration length) throws InterruptedException {
        int cells = targets.size() * tokens.size();
        Duration serial =
                length.multipliedBy((long) (100 * (1 - CROWDED_SHARE))).dividedBy(100L * cells);
        Duration crowded = length.multipliedBy((long) (100 * CROWDED_SHARE)).dividedBy(100L * cells);
        BenchReport report = new BenchReport("choose", seed);
        report.table(
                "One request after the other: choose and book a pair, hashes given (cpu and alloc with its end)",
                "targets",
                "tokens",
                "p50 µs",
                "p99 µs",
                "cpu µs",
                "alloc B",
                "hit",
                "requests");
        List<PromptSet> sets =
                tokens.stream().map(each -> new PromptSet(each, random.split())).toList();
        for (PromptSet prompts : sets) {
            for (int count : targets) {
                SerialCell cell = new SerialCell(count, prompts, random.split()).run(serial);
                report.row(cell.row());
                cell.write(report.json().withArray("/serial").addObject());
            }
        }
        report.table(
                "Two event loops, some 900 requests/s each, beside the fleet's events: waiting for the lock, and"
                        + " holding it",
                "targets",
                "tokens",
                "wait p50 µs",
                "p99",
                "p99.9",
                "held p50 µs",
                "p99",
                "p99.9",
                "requests",
                "events");
        for (PromptSet prompts : sets) {
            for (int count : targets) {
                CrowdedCell cell = new CrowdedCell(count, prompts, random.split()).run(crowded);
                report.row(cell.row());
                cell.write(report.json().withArray("/crowded").addObject());
            }
        }
        return report;
    }
}
