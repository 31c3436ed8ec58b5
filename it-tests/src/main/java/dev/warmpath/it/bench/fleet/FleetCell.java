package dev.warmpath.it.bench.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.Latencies;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What one size of fleet came to.
 *
 * @param blocks (block, rank) pairs in the index
 * @param chosen time that a choice took
 * @param answered time from when a choice was due until it was booked
 * @param visible time from when a message was due until its blocks were seen
 * @param heap that the fleet takes, in bytes: the router's parts and the benchmark's sockets and prompts
 * @param resident memory of the process, in bytes
 * @param scrapeMillis time to write all metrics
 * @param footprint of the parts while nothing happens
 */
record FleetCell(
        FleetSize size,
        long blocks,
        Latencies chosen,
        Latencies answered,
        Latencies visible,
        long heap,
        long resident,
        double scrapeMillis,
        Footprint footprint) {

    static final List<String> COLUMNS = List.of(
            "workers",
            "million blocks",
            "choose p50 µs",
            "p99",
            "due to booked p99 µs",
            "event to visible p50 ms",
            "p99",
            "heap MiB",
            "resident MiB",
            "threads",
            "descriptors",
            "scrape ms");

    private static final double MIB = 1 << 20;
    private static final double MILLION = 1e6;

    /** Warms up for a third of that time, then measures. */
    static FleetCell measure(
            RunningFleet fleet, double perSecond, Duration length, long heapBefore, SplittableRandom random)
            throws InterruptedException {
        // What filling left behind is the collector's work before, not while it is measured.
        Footprint.heap();
        new FleetLoad(fleet, perSecond, random.split()).run(length.dividedBy(3));
        FleetLoad load = new FleetLoad(fleet, perSecond, random.split()).run(length);
        fleet.parts().registry.scrape();
        long began = System.nanoTime();
        fleet.parts().registry.scrape();
        double scrapeMillis = (System.nanoTime() - began) / MILLION;
        long heap = Footprint.heap() - heapBefore;
        return new FleetCell(
                fleet.size(),
                fleet.parts().index.memberships(),
                load.chosen(),
                load.answered(),
                load.visible(),
                heap,
                Footprint.resident(),
                scrapeMillis,
                Footprint.of(fleet.parts()));
    }

    double millionBlocks() {
        return blocks / MILLION;
    }

    double heapMib() {
        return heap / MIB;
    }

    String[] row() {
        return new String[] {
            size.workers() + "",
            text(millionBlocks(), 2),
            text(chosen.micros(0.5), 1),
            text(chosen.micros(0.99), 1),
            text(answered.micros(0.99), 0),
            text(visible.millis(0.5), 2),
            text(visible.millis(0.99), 2),
            text(heapMib(), 0),
            text(resident / MIB, 0),
            footprint.threads() + "",
            footprint.descriptors() + "",
            text(scrapeMillis, 1)
        };
    }

    void write(ObjectNode json) {
        json.put("workers", size.workers())
                .put("connectedWorkers", size.connected())
                .put("ranks", size.ranks())
                .put("blocks", blocks)
                .put("choices", chosen.count())
                .put("events", visible.count())
                .put("chooseMicrosP50", chosen.micros(0.5))
                .put("chooseMicrosP99", chosen.micros(0.99))
                .put("dueToBookedMicrosP99", answered.micros(0.99))
                .put("visibleMillisP50", visible.millis(0.5))
                .put("visibleMillisP99", visible.millis(0.99))
                .put("heapBytes", heap)
                .put("indexBytes", footprint.indexBytes())
                .put("residentBytes", resident)
                .put("threads", footprint.threads())
                .put("descriptors", footprint.descriptors())
                .put("scrapeMillis", scrapeMillis);
    }

    private static String text(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
