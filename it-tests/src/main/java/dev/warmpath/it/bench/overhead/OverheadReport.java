package dev.warmpath.it.bench.overhead;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.BenchReport;
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
                direct ? UNTOLD : range(added),
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
                .put("addedTimesNginx", direct ? 0 : quotient(median(added), addedByNginx))
                .put("cpuTimesNginx", quotient(cpu, cpuOfNginx))
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
        return added(repeats, direct, Cell::mean);
    }

    private static <T> double[] added(List<T> repeats, List<T> direct, ToDoubleFunction<T> mean) {
        double[] added = new double[repeats.size()];
        for (int i = 0; i < added.length; i++) {
            added[i] = mean.applyAsDouble(repeats.get(i)) - mean.applyAsDouble(direct.get(i));
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
                "p50",
                "p99",
                "added (least..most)",
                "event mean",
                "p50",
                "p99",
                "added (least..most)",
                "failed");
        List<StreamCells.Times> direct = found.times().getOrDefault(Subjects.DIRECT, List.of());
        found.times().forEach((name, repeats) -> stream(name, repeats, direct));
        idle(found);
    }

    private void stream(String name, List<StreamCells.Times> repeats, List<StreamCells.Times> direct) {
        double[] first = added(repeats, direct, StreamCells.Times::firstMean);
        double[] event = added(repeats, direct, StreamCells.Times::ageMean);
        boolean isDirect = name.equals(Subjects.DIRECT);
        int failed = repeats.stream().mapToInt(StreamCells.Times::failed).sum();
        report.row(
                name,
                text(median(repeats, StreamCells.Times::firstMean), 1),
                text(median(repeats, StreamCells.Times::firstP50), 1),
                text(median(repeats, StreamCells.Times::firstP99), 1),
                isDirect ? UNTOLD : range(first),
                text(median(repeats, StreamCells.Times::ageMean), 1),
                text(median(repeats, StreamCells.Times::ageP50), 1),
                text(median(repeats, StreamCells.Times::ageP99), 1),
                isDirect ? UNTOLD : range(event),
                Integer.toString(failed));
        streams.addObject()
                .put("subject", name)
                .put("firstByteMicros", median(repeats, StreamCells.Times::firstMean))
                .put("firstByteP50Micros", median(repeats, StreamCells.Times::firstP50))
                .put("firstByteP99Micros", median(repeats, StreamCells.Times::firstP99))
                .put("firstByteAddedMicros", median(first))
                .put("firstByteAddedMicrosLeast", first[0])
                .put("firstByteAddedMicrosMost", first[first.length - 1])
                .put("eventMicros", median(repeats, StreamCells.Times::ageMean))
                .put("eventP50Micros", median(repeats, StreamCells.Times::ageP50))
                .put("eventP99Micros", median(repeats, StreamCells.Times::ageP99))
                .put("eventAddedMicros", median(event))
                .put("eventAddedMicrosLeast", event[0])
                .put("eventAddedMicrosMost", event[event.length - 1])
                .put("failed", failed);
    }

    private void idle(StreamCells.Found found) {
        report.table("Idle streams: bytes of each", "subject", "wanted", "open", "heap", "other", "sum");
        ArrayNode json = report.json().putArray("idleStreams");
        found.idle().forEach((name, sizes) -> {
            for (StreamCells.Idle idle : sizes) {
                double sum = Math.max(0, idle.heap()) + idle.other();
                report.row(
                        name,
                        Integer.toString(idle.wanted()),
                        Integer.toString(idle.streams()),
                        idle.heap() < 0 ? UNTOLD : text(idle.heap(), 0),
                        text(idle.other(), 0),
                        text(sum, 0));
                json.addObject()
                        .put("subject", name)
                        .put("wanted", idle.wanted())
                        .put("streams", idle.streams())
                        .put("heapBytes", Math.max(0, idle.heap()))
                        .put("otherBytes", idle.other());
            }
        });
    }

    BenchReport finished() {
        return report;
    }

    private static <T> double median(List<T> cells, ToDoubleFunction<T> figure) {
        return median(cells.stream().mapToDouble(figure).sorted().toArray());
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String ratio(double figure, double ofNginx) {
        return told(quotient(figure, ofNginx), 2);
    }

    /** 0 where there is nothing to divide by. */
    private static double quotient(double figure, double ofNginx) {
        return ofNginx == 0 ? 0 : figure / ofNginx;
    }

    /** Of sorted figures the median, the least and the most. */
    private static String range(double[] sorted) {
        return text(median(sorted), 1) + " (" + text(sorted[0], 1) + ".." + text(sorted[sorted.length - 1], 1) + ")";
    }

    private static String told(double figure, int digits) {
        return figure == 0 ? UNTOLD : text(figure, digits);
    }

    private static String text(double figure, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", figure);
    }
}
