package dev.warmpath.it.bench.overhead;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.BenchReport;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Tables and JSON of what was found. Of repeats the median is told, and of added times the least and the most too. Means are
 * subtracted; percentiles are not, as the difference of two of them is the percentile of nothing.
 */
final class OverheadReport {

    private static final double BYTES_PER_MIB = 1 << 20;
    private static final String UNTOLD = "-";

    private final BenchReport report;
    private final ArrayNode cells;
    private final ArrayNode streams;

    OverheadReport(OverheadPlan plan) {
        this.report = new BenchReport("overhead", plan.seed());
        ObjectNode json = report.json();
        json.put("warmUpSeconds", plan.warmUp().toMillis() / 1000.0)
                .put("measuredSeconds", plan.measured().toMillis() / 1000.0)
                .put("repeats", plan.repeats());
        this.cells = json.putArray("cells");
        this.streams = json.putArray("streams");
    }

    void skipped(String subject) {
        report.json().withArray("/skipped").add(subject);
    }

    void unary(Map<UnaryCells.Key, List<Cell>> found) {
        report.table(
                "Whole answers: microseconds; CPU seconds of the subject's processes per 1000 requests",
                "subject",
                "shape",
                "chars",
                "clients",
                "mean",
                "added (least..most)",
                "x nginx",
                "p50",
                "p99",
                "req/s",
                "CPU s/1000",
                "x nginx",
                "peak MiB",
                "hot spot",
                "overlap",
                "failed");
        found.forEach((key, repeats) -> unary(key, repeats, found));
    }

    private void unary(UnaryCells.Key key, List<Cell> repeats, Map<UnaryCells.Key, List<Cell>> found) {
        double[] added = added(repeats, found.getOrDefault(key.direct(), repeats));
        double cpu = median(repeats, Cell::cpuSeconds);
        List<Cell> nginx = found.get(key.of(OverheadPlan.NGINX, Shape.PLAIN));
        double addedByNginx = nginx == null
                ? 0
                : median(added(nginx, found.getOrDefault(key.of(Subjects.DIRECT, Shape.PLAIN), nginx)));
        double cpuOfNginx = nginx == null ? 0 : median(nginx, Cell::cpuSeconds);
        boolean direct = key.equals(key.direct());
        int failed = repeats.stream().mapToInt(Cell::failed).sum();
        report.row(
                key.subject(),
                key.shape().key(),
                Integer.toString(key.chars()),
                Integer.toString(key.concurrency()),
                text(median(repeats, Cell::mean), 1),
                direct
                        ? UNTOLD
                        : text(median(added), 1) + " (" + text(added[0], 1) + ".." + text(added[added.length - 1], 1)
                                + ")",
                direct ? UNTOLD : ratio(median(added), addedByNginx),
                text(median(repeats, Cell::p50), 1),
                text(median(repeats, Cell::p99), 1),
                text(median(repeats, Cell::perSecond), 0),
                told(cpu, 4),
                ratio(cpu, cpuOfNginx),
                told(median(repeats, Cell::peakBytes) / BYTES_PER_MIB, 0),
                text(median(repeats, Cell::hotSpot), 2),
                told(median(repeats, Cell::overlap), 2),
                Integer.toString(failed));
        cells.addObject()
                .put("subject", key.subject())
                .put("shape", key.shape().key())
                .put("chars", key.chars())
                .put("clients", key.concurrency())
                .put("meanMicros", median(repeats, Cell::mean))
                .put("addedMicros", direct ? 0 : median(added))
                .put("addedMicrosLeast", direct ? 0 : added[0])
                .put("addedMicrosMost", direct ? 0 : added[added.length - 1])
                .put("p50Micros", median(repeats, Cell::p50))
                .put("p99Micros", median(repeats, Cell::p99))
                .put("requestsPerSecond", median(repeats, Cell::perSecond))
                .put("cpuSecondsPer1000", cpu)
                .put("peakResidentBytes", (long) median(repeats, Cell::peakBytes))
                .put("hotSpot", median(repeats, Cell::hotSpot))
                .put("overlap", median(repeats, Cell::overlap))
                .put("failed", failed);
    }

    /** What each repeat took longer than the direct one beside it, sorted. */
    private static double[] added(List<Cell> repeats, List<Cell> direct) {
        double[] added = new double[repeats.size()];
        for (int i = 0; i < added.length; i++) {
            added[i] = repeats.get(i).mean() - direct.get(i).mean();
        }
        Arrays.sort(added);
        return added;
    }

    void streams(StreamCells.Found found) {
        report.table(
                "Streams, " + StreamCells.PACED_STREAMS
                        + " at once: microseconds to the first byte, age of events on arrival",
                "subject",
                "first byte mean",
                "p99",
                "added",
                "event mean",
                "p99",
                "added",
                "failed");
        StreamCells.Times direct = found.times().get(Subjects.DIRECT);
        found.times().forEach((name, times) -> {
            double first = direct == null ? 0 : times.firstMean() - direct.firstMean();
            double event = direct == null ? 0 : times.ageMean() - direct.ageMean();
            report.row(
                    name,
                    text(times.firstMean(), 1),
                    text(times.firstP99(), 1),
                    text(first, 1),
                    text(times.ageMean(), 1),
                    text(times.ageP99(), 1),
                    text(event, 1),
                    Integer.toString(times.failed()));
            streams.addObject()
                    .put("subject", name)
                    .put("firstByteMicros", times.firstMean())
                    .put("firstByteAddedMicros", first)
                    .put("eventMicros", times.ageMean())
                    .put("eventAddedMicros", event)
                    .put("failed", times.failed());
        });
        idle(found);
    }

    private void idle(StreamCells.Found found) {
        report.table("Idle streams: bytes of each", "subject", "streams", "heap", "other", "sum");
        ArrayNode json = report.json().putArray("idleStreams");
        found.idle().forEach((name, sizes) -> {
            for (StreamCells.Idle idle : sizes) {
                double sum = Math.max(0, idle.heap()) + idle.other();
                report.row(
                        name,
                        Integer.toString(idle.streams()),
                        idle.heap() < 0 ? UNTOLD : text(idle.heap(), 0),
                        text(idle.other(), 0),
                        text(sum, 0));
                json.addObject()
                        .put("subject", name)
                        .put("streams", idle.streams())
                        .put("heapBytes", Math.max(0, idle.heap()))
                        .put("otherBytes", idle.other());
            }
        });
    }

    BenchReport finished() {
        return report;
    }

    private static double median(List<Cell> cells, ToDoubleFunction<Cell> figure) {
        return median(cells.stream().mapToDouble(figure).sorted().toArray());
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String ratio(double figure, double ofNginx) {
        return figure == 0 || ofNginx == 0 ? UNTOLD : text(figure / ofNginx, 2);
    }

    private static String told(double figure, int digits) {
        return figure == 0 ? UNTOLD : text(figure, digits);
    }

    private static String text(double figure, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", figure);
    }
}
