package dev.warmpath.it.bench.overhead;

import dev.warmpath.it.bench.measure.Latencies;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whole answers: every subject under every load, a fresh process each time. The subjects of one load follow each other
 * closely, and all of them are measured again for the next repeat, so that what the machine does besides meets all alike.
 */
final class UnaryCells {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double THOUSAND = 1000;
    private static final Duration DIRECT_WARM_UP = Duration.ofSeconds(5);

    private final OverheadPlan plan;
    private final Subjects subjects;
    private final LightEngine engine;
    private final PrintWriter progress;

    /** One load on one subject. */
    record Key(String subject, Shape shape, int chars, int concurrency) {

        /** The same load, directly to the workers. */
        Key direct() {
            return of(Subjects.DIRECT, shape);
        }

        /** The same load on another subject. */
        Key of(String other, Shape served) {
            return new Key(other, served, chars, concurrency);
        }
    }

    UnaryCells(OverheadPlan plan, Subjects subjects, LightEngine engine, PrintWriter progress) {
        this.plan = plan;
        this.subjects = subjects;
        this.engine = engine;
        this.progress = progress;
    }

    /** Measures all; the cells of each key in the order of the repeats. */
    Map<Key, List<Cell>> run(List<Shape> shapes) {
        Map<Key, List<Cell>> cells = new LinkedHashMap<>();
        for (Shape shape : shapes) {
            for (int chars : plan.prompts()) {
                Prompts prompts = new Prompts(chars, plan.seed());
                for (int concurrency : plan.concurrency()) {
                    for (int repeat = 0; repeat < plan.repeats(); repeat++) {
                        for (String name : subjects.names(shape)) {
                            Key key = new Key(name, shape, chars, concurrency);
                            cells.computeIfAbsent(key, first -> new ArrayList<>())
                                    .add(measure(key, prompts));
                        }
                    }
                }
            }
        }
        return cells;
    }

    private Cell measure(Key key, Prompts prompts) {
        try (Subject subject = subjects.start(key.subject(), key.shape(), prompts, List.of());
                UnaryLoad load = new UnaryLoad(prompts, subject, key.concurrency())) {
            load.run(warmUp(key));
            int[] before = served(key.shape());
            Duration cpu = ProcessFigures.cpu(subject.processes());
            UnaryLoad.Stretch stretch = load.run(plan.measured());
            double used = ProcessFigures.cpu(subject.processes()).minus(cpu).toNanos() / NANOS_PER_SECOND;
            Latencies times = stretch.times();
            Cell cell = new Cell(
                    times.meanMicros(),
                    times.micros(0.5),
                    times.micros(0.99),
                    times.count() / (stretch.nanos() / NANOS_PER_SECOND),
                    stretch.failed(),
                    used * THOUSAND / Math.max(1, times.count()),
                    ProcessFigures.peakResidentBytes(subject.processes()),
                    hotSpot(key.shape(), before, served(key.shape())),
                    subject.overlap());
            progress.printf(
                    "  %s %s %d chars, %d at once: mean %.0f us, %.0f/s%n",
                    key.subject(), key.shape().key(), key.chars(), key.concurrency(), cell.mean(), cell.perSecond());
            progress.flush();
            return cell;
        }
    }

    /** The workers and the client are in a process that has run before, and need no long one. */
    private Duration warmUp(Key key) {
        boolean shorter = key.equals(key.direct()) && plan.warmUp().compareTo(DIRECT_WARM_UP) > 0;
        return shorter ? DIRECT_WARM_UP : plan.warmUp();
    }

    private int[] served(Shape shape) {
        int[] served = new int[shape.workers()];
        for (int i = 0; i < served.length; i++) {
            served[i] = engine.served(i);
        }
        return served;
    }

    /** Of the role whose busiest worker is the busier one. */
    private static double hotSpot(Shape shape, int[] before, int[] after) {
        int split = shape.prefilling();
        double first = hotSpot(before, after, 0, split);
        return split == before.length ? first : Math.max(first, hotSpot(before, after, split, before.length));
    }

    private static double hotSpot(int[] before, int[] after, int from, int to) {
        double most = 0;
        double all = 0;
        for (int i = from; i < to; i++) {
            most = Math.max(most, after[i] - before[i]);
            all += after[i] - before[i];
        }
        return all == 0 ? 0 : most * (to - from) / all;
    }
}
