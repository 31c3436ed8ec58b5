package dev.warmpath.it.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.bench.measure.BenchReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is made of the figures: of repeats the median, of means the difference, and ratios to nginx in the same run. */
final class OverheadReportTest {

    private static final OverheadPlan PLAN = new OverheadPlan(
            1,
            Set.of(OverheadPlan.NGINX, OverheadPlan.RELAY),
            List.of(Shape.PLAIN.key()),
            List.of(1024),
            List.of(64),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            3,
            List.of(1000, 10_000),
            List.of(),
            List.of(),
            0);

    @Test
    void wholeAnswersTellWhatEachSubjectAdds() {
        OverheadReport report = new OverheadReport(PLAN);
        Map<UnaryCells.Key, List<Cell>> found = new LinkedHashMap<>();
        found.put(key(Subjects.DIRECT), List.of(cell(100, 0), cell(110, 0), cell(90, 0)));
        found.put(key(OverheadPlan.NGINX), List.of(cell(150, 0.02), cell(160, 0.02), cell(140, 0.02)));
        found.put(key(OverheadPlan.RELAY), List.of(cell(190, 0.05), cell(230, 0.03), cell(200, 0.04)));

        report.unary(found);

        JsonNode relay = report.finished().json().get("cells").get(2);
        assertThat(relay.get("subject").asText()).isEqualTo(OverheadPlan.RELAY);
        assertThat(relay.get("meanMicros").asDouble()).isEqualTo(200);
        assertThat(relay.get("addedMicrosLeast").asDouble()).isEqualTo(90);
        assertThat(relay.get("addedMicros").asDouble()).isEqualTo(110);
        assertThat(relay.get("addedMicrosMost").asDouble()).isEqualTo(120);
        assertThat(relay.get("addedTimesNginx").asDouble()).isCloseTo(2.2, within(1e-9));
        assertThat(relay.get("cpuSecondsPer1000").asDouble()).isEqualTo(0.04);
        assertThat(relay.get("cpuTimesNginx").asDouble()).isCloseTo(2, within(1e-9));
        assertThat(relay.get("p50Micros").asDouble()).isEqualTo(195);
        assertThat(relay.get("p99Micros").asDouble()).isEqualTo(400);
        assertThat(relay.get("peakResidentBytes").asLong()).isEqualTo(1 << 20);
        assertThat(relay.get("hotSpot").asDouble()).isEqualTo(1.5);
        assertThat(printed(report.finished())).contains("110.0 (90.0..120.0)").contains("2.20");
    }

    @Test
    void streamsTellTheFirstByteAndEachEvent() {
        OverheadReport report = new OverheadReport(PLAN);
        Map<String, List<StreamCells.Times>> times = new LinkedHashMap<>();
        times.put(Subjects.DIRECT, List.of(times(100, 20), times(120, 30)));
        times.put(OverheadPlan.RELAY, List.of(times(300, 50), times(340, 80)));

        report.streams(new StreamCells.Found(
                times, Map.of(OverheadPlan.RELAY, List.of(new StreamCells.Idle(10_000, 9_800, 12_000, 1_500)))));

        JsonNode relay = report.finished().json().get("streams").get(1);
        assertThat(relay.get("firstByteAddedMicros").asDouble()).isEqualTo(210);
        assertThat(relay.get("firstByteAddedMicrosLeast").asDouble()).isEqualTo(200);
        assertThat(relay.get("firstByteAddedMicrosMost").asDouble()).isEqualTo(220);
        assertThat(relay.get("eventAddedMicros").asDouble()).isEqualTo(40);
        assertThat(relay.get("firstByteP99Micros").asDouble()).isEqualTo(640);
        assertThat(relay.get("eventP50Micros").asDouble()).isEqualTo(65);
        JsonNode idle = report.finished().json().get("idleStreams").get(0);
        assertThat(idle.get("wanted").asInt()).isEqualTo(10_000);
        assertThat(idle.get("streams").asInt()).as("that could be opened").isEqualTo(9_800);
        assertThat(printed(report.finished())).contains("210.0 (200.0..220.0)").contains("13500");
    }

    private static UnaryCells.Key key(String subject) {
        return new UnaryCells.Key(subject, Shape.PLAIN, 1024, 64);
    }

    private static Cell cell(double mean, double cpu) {
        return new Cell(mean, mean - 5, 2 * mean, 1000, 0, cpu, 1 << 20, 1.5, 0);
    }

    private static StreamCells.Times times(double first, double age) {
        return new StreamCells.Times(first, first, 2 * first, age, age, 2 * age, 0);
    }

    private static String printed(BenchReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text.toString();
    }
}
