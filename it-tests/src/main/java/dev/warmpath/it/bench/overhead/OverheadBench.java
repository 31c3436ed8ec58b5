package dev.warmpath.it.bench.overhead;

import dev.warmpath.it.bench.measure.BenchReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** The whole run: whole answers, then streams, then what was found. */
public final class OverheadBench {

    private OverheadBench() {}

    /** Runs a plan; says on {@code progress} how far it is. */
    public static BenchReport run(OverheadPlan plan, PrintWriter progress) {
        List<Shape> shapes = Stream.of(Shape.values())
                .filter(shape -> plan.shapes().contains(shape.key()))
                .toList();
        try (LightEngine engine = LightEngine.start(Shape.PLAIN.workers(), plan.firstWorkerPort());
                Subjects subjects = new Subjects(plan, engine)) {
            OverheadReport report = new OverheadReport(plan);
            if (subjects.lacksNginx()) {
                progress.println("  nginx: SKIPPED, it is not installed");
                report.skipped(OverheadPlan.NGINX);
            }
            report.unary(new UnaryCells(plan, subjects, engine, progress).run(shapes));
            if (!plan.streams().isEmpty()) {
                report.streams(new StreamCells(plan, subjects, engine, progress).run());
            }
            return report.finished();
        }
    }
}
