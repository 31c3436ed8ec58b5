package dev.warmpath.it.bench.overhead;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Streamed answers: what a router adds to their beginning and to each event, and what an idle one costs in memory. */
final class StreamCells {

    /** Streams at once where times are measured. */
    static final int PACED_STREAMS = 64;

    private static final int CHARS = 1024;
    private static final int OPENED_AT_ONCE = 64;

    /** Opened and ended first, so that what a process allocates once is not counted as a stream's. */
    private static final int FIRST_STREAMS = 200;

    /** Files that a process has open besides the two sockets of each stream. */
    private static final int OTHER_FILES = 400;

    /** The heap is taken at once, so that resident memory grows by nothing but native memory. */
    private static final List<String> FIXED_HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");

    private final OverheadPlan plan;
    private final Subjects subjects;
    private final LightEngine engine;
    private final PrintWriter progress;
    private final Prompts prompts;

    /** Times of one subject, in microseconds. */
    record Times(
            double firstMean,
            double firstP50,
            double firstP99,
            double ageMean,
            double ageP50,
            double ageP99,
            int failed) {}

    /**
     * Memory of one idle stream, in bytes.
     *
     * @param wanted how many were asked for
     * @param streams how many were open, fewer where the limit of open files lets no more
     * @param heap its share of the heap, negative where there is none
     */
    record Idle(int wanted, int streams, double heap, double other) {}

    /** All that was found, by subject; times in the order of the repeats. */
    record Found(Map<String, List<Times>> times, Map<String, List<Idle>> idle) {}

    StreamCells(OverheadPlan plan, Subjects subjects, LightEngine engine, PrintWriter progress) {
        this.plan = plan;
        this.subjects = subjects;
        this.engine = engine;
        this.progress = progress;
        this.prompts = new Prompts(CHARS, plan.seed());
    }

    Found run() {
        Map<String, List<Times>> times = new LinkedHashMap<>();
        for (int repeat = 0; repeat < Math.max(1, plan.repeats()); repeat++) {
            for (String name : subjects.names(Shape.PLAIN)) {
                times.computeIfAbsent(name, first -> new ArrayList<>()).add(times(name));
            }
        }
        Map<String, List<Idle>> idle = new LinkedHashMap<>();
        for (String name : subjects.names(Shape.PLAIN)) {
            if (!name.equals(Subjects.DIRECT)) {
                List<Idle> found = new ArrayList<>();
                plan.streams().forEach(streams -> found.add(idle(name, streams)));
                idle.put(name, found);
            }
        }
        return new Found(times, idle);
    }

    private Times times(String name) {
        try (Subject subject = subjects.start(name, Shape.PLAIN, prompts, List.of());
                StreamLoad load = new StreamLoad(prompts, LightEngine.PACED)) {
            load.open(subject, PACED_STREAMS, PACED_STREAMS);
            load.run(plan.warmUp());
            StreamLoad.Stretch stretch = load.run(plan.measured());
            Times times = new Times(
                    stretch.firsts().meanMicros(),
                    stretch.firsts().micros(0.5),
                    stretch.firsts().micros(0.99),
                    stretch.ages().meanMicros(),
                    stretch.ages().micros(0.5),
                    stretch.ages().micros(0.99),
                    stretch.failed());
            progress.printf("  %s: first byte %.0f us, event %.0f us%n", name, times.firstMean(), times.ageMean());
            progress.flush();
            return times;
        }
    }

    private Idle idle(String name, int wanted) {
        int streams = (int) Math.min(wanted, (OpenFiles.limit() - OTHER_FILES) / 2);
        try (Subject subject = subjects.start(name, Shape.PLAIN, prompts, FIXED_HEAP)) {
            try (StreamLoad first = new StreamLoad(prompts, LightEngine.HELD)) {
                first.open(subject, FIRST_STREAMS, OPENED_AT_ONCE);
            }
            engine.release();
            Memory before = Memory.settled(subject);
            try (StreamLoad load = new StreamLoad(prompts, LightEngine.HELD)) {
                load.open(subject, streams, OPENED_AT_ONCE);
                Memory with = Memory.settled(subject);
                double heap = with.heapBytes() < 0 ? -1 : (double) (with.heapBytes() - before.heapBytes()) / streams;
                Idle idle = new Idle(
                        wanted, streams, heap, (double) (with.residentBytes() - before.residentBytes()) / streams);
                progress.printf(
                        "  %s: %d idle streams, %.0f bytes of heap, %.0f of other memory each%n",
                        name, streams, idle.heap(), idle.other());
                progress.flush();
                return idle;
            } finally {
                engine.release();
            }
        }
    }
}
