package dev.warmpath.it.bench.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.BenchReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures a fleet of the whole size and smaller ones, then lets workers come and go. */
public final class FleetBench {

    /** Shares of the whole number of workers, each worker with as many blocks as in the whole fleet. */
    private static final List<Double> WORKER_SHARES = List.of(1 / 16.0, 1 / 4.0);

    /** Shares of the blocks, on all workers. */
    private static final List<Double> BLOCK_SHARES = List.of(0.1, 0.3);

    /** Time that the whole fleet is measured, in parts of what each smaller one gets. */
    private static final int WHOLE_PARTS = 2;

    /** Workers that come and go at a time, at most. */
    private static final int AT_A_TIME = 40;

    private final FleetSize whole;
    private final double perSecond;
    private final int passing;
    private final long seed;
    private final SplittableRandom random;

    /**
     * @param perSecond choices, and as many messages
     * @param passing workers that come and go
     */
    public FleetBench(FleetSize whole, double perSecond, int passing, long seed) {
        this.whole = whole;
        this.perSecond = perSecond;
        this.passing = passing;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Runs all sizes.
     *
     * @param length of all measured parts together
     * @param output where the page and its charts go; null for none
     */
    public BenchReport run(Duration length, @Nullable Path output) throws InterruptedException, IOException {
        List<FleetSize> byWorkers = smaller(WORKER_SHARES.stream().map(this::withWorkers), FleetSize::workers);
        List<FleetSize> byBlocks = smaller(BLOCK_SHARES.stream().map(this::withBlocks), FleetSize::promptsPerRank);
        List<FleetSize> smaller = new ArrayList<>(byWorkers);
        smaller.addAll(byBlocks);
        Duration part = length.dividedBy(smaller.size() + WHOLE_PARTS);
        BenchReport report = new BenchReport("fleet", seed);
        report.table(
                "Fleets of workers with " + FleetSize.RANKS + " ranks, " + whole.connected() + " of " + whole.workers()
                        + " connected; " + (long) perSecond + " choices and as many messages per second",
                FleetCell.COLUMNS.toArray(String[]::new));
        List<FleetCell> cells = new ArrayList<>();
        for (FleetSize size : smaller) {
            cells.add(cell(report, size, part));
        }
        FleetCell all = cell(report, whole, part.multipliedBy(WHOLE_PARTS));
        cells.add(all);
        turnOver(report);
        all.write(report.json());
        cells.forEach(cell -> cell.write(report.json().withArray("/sizes").addObject()));
        if (output != null) {
            new FleetPage(output, perSecond, seed)
                    .write(cells.subList(0, byWorkers.size()), cells.subList(byWorkers.size(), smaller.size()), all);
        }
        return report;
    }

    /** Those that are smaller than the whole fleet and than each other: of few workers no share is fewer. */
    private List<FleetSize> smaller(Stream<FleetSize> sizes, ToIntFunction<FleetSize> by) {
        Map<Integer, FleetSize> distinct = new TreeMap<>();
        sizes.filter(size -> by.applyAsInt(size) < by.applyAsInt(whole))
                .forEach(size -> distinct.putIfAbsent(by.applyAsInt(size), size));
        return List.copyOf(distinct.values());
    }

    private FleetSize withWorkers(double share) {
        int workers = Math.max(FleetSize.FEWEST, (int) Math.round(share * whole.workers()));
        double kept = (double) workers / whole.workers();
        int connected = Math.max(2, (int) Math.round(kept * whole.connected()));
        return new FleetSize(workers, Math.min(workers, connected), Math.max(workers, (int) (kept * whole.blocks())));
    }

    private FleetSize withBlocks(double share) {
        int blocks = Math.max(whole.workers(), (int) (share * whole.blocks()));
        return new FleetSize(whole.workers(), whole.connected(), blocks);
    }

    private FleetCell cell(BenchReport report, FleetSize size, Duration length) throws InterruptedException {
        long heapBefore = Footprint.heap();
        try (RunningFleet fleet = new RunningFleet(size, random.split())) {
            FleetCell cell = FleetCell.measure(fleet, perSecond, length, heapBefore, random.split());
            report.row(cell.row());
            return cell;
        }
    }

    private void turnOver(BenchReport report) {
        int atATime = Math.max(FleetSize.FEWEST, Math.min(AT_A_TIME, passing));
        FleetSize few = new FleetSize(atATime, atATime, atATime * FleetSize.RANKS);
        try (RunningFleet fleet = new RunningFleet(few, random.split())) {
            Turnover turnover = new Turnover(fleet, atATime);
            Footprint before = turnover.settled();
            long heapBefore = Footprint.heap();
            Footprint after = turnover.run(passing, before);
            long heap = Footprint.heap() - heapBefore;
            report.table("What is held before and after " + passing + " workers come and go", "", "before", "after")
                    .row("blocks", before.memberships() + "", after.memberships() + "")
                    .row("index bytes", before.indexBytes() + "", after.indexBytes() + "")
                    .row("slots looked up", before.slots() + "", after.slots() + "")
                    .row("streams", before.streams() + "", after.streams() + "")
                    .row("workers", before.workers() + "", after.workers() + "")
                    .row("lines of metrics", before.lines() + "", after.lines() + "")
                    .row("threads", before.threads() + "", after.threads() + "")
                    .row("descriptors", before.descriptors() + "", after.descriptors() + "")
                    .row("heap KiB more", "0", (heap >> 10) + "");
            ObjectNode json = report.json().putObject("turnover");
            json.put("workers", passing)
                    .put("leftBehind", !after.isBackAt(before))
                    .put("heapBytes", heap)
                    .put("heapBytesPerWorker", (double) heap / passing);
        }
    }
}
