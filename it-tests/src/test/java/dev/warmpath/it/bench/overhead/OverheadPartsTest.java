package dev.warmpath.it.bench.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** That the benchmark measures what it says; how fast anything is, is not asked. */
final class OverheadPartsTest {

    private static final Prompts PROMPTS = new Prompts(512, 1);

    @Test
    void anAnswerEndsWhereItsFramingSaysHoweverItIsCut() {
        String head = "HTTP/1.1 200 OK|content-type: text/event-stream|Transfer-Encoding: chunked||";
        String body = "5|ab|c|1A|abcdefghijklmnopqrstuvwxyz|0||";
        byte[] answer = (head + body).replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII);

        for (int cut = 1; cut < answer.length; cut++) {
            StringBuilder told = new StringBuilder();
            MessageReader reader = new MessageReader(
                    (bytes, from, to) -> told.append(new String(bytes, from, to - from, StandardCharsets.US_ASCII)));
            reader.take(answer, 0, cut);
            assertThat(reader.complete()).as("after %d bytes", cut).isFalse();
            reader.take(answer, cut, answer.length);

            assertThat(reader.complete()).as("cut at %d", cut).isTrue();
            assertThat(reader.status()).isEqualTo(200);
            assertThat(told).hasToString("ab\r\ncabcdefghijklmnopqrstuvwxyz");
        }
    }

    @Test
    void everyRequestIsAnsweredByTheWorkerThatItWentTo() {
        try (LightEngine engine = LightEngine.start(4, 0);
                UnaryLoad load = new UnaryLoad(PROMPTS, new Direct(engine, Shape.PLAIN), 4)) {
            UnaryLoad.Stretch stretch = load.run(Duration.ofMillis(200));

            assertThat(stretch.times().count()).isPositive();
            assertThat(stretch.failed()).isZero();
            assertThat(List.of(engine.served(0), engine.served(1), engine.served(2), engine.served(3)))
                    .allMatch(served -> served > 0);
        }
    }

    @Test
    void streamsTellWhenTheyBeganAndHowOldTheirEventsAre() {
        try (LightEngine engine = LightEngine.start(4, 0);
                StreamLoad load = new StreamLoad(PROMPTS, LightEngine.PACED)) {
            load.open(new Direct(engine, Shape.PLAIN), 4, 4);
            StreamLoad.Stretch stretch = load.run(Duration.ofMillis(900));

            assertThat(stretch.failed()).isZero();
            assertThat(stretch.firsts().count()).as("streams that began again").isPositive();
            assertThat(stretch.ages().count()).as("events").isGreaterThan(4 * LightEngine.EVENTS);
        }
    }

    @Test
    void heldStreamsStayOpenUntilTheyAreReleased() {
        try (LightEngine engine = LightEngine.start(4, 0);
                StreamLoad load = new StreamLoad(PROMPTS, LightEngine.HELD)) {
            load.open(new Direct(engine, Shape.PLAIN), 20, 5);
            assertThat(engine.holding()).isEqualTo(20);
            engine.release();
            StreamLoad.Stretch stretch = load.run(Duration.ofMillis(300));

            assertThat(stretch.firsts().count()).as("streams that began again").isEqualTo(20);
        }
    }

    @Test
    void aRouterThatKnowsTheCachesIsMeasuredInAProcessOfItsOwn() {
        OverheadPlan plan = new OverheadPlan(
                1,
                Set.of(OverheadPlan.AWARE),
                List.of(Shape.PD.key()),
                List.of(1024),
                List.of(2),
                Duration.ofMillis(100),
                Duration.ofMillis(400),
                1,
                List.of(),
                List.of(new OverheadPlan.Variant("small", "", List.of("-Xmx48m"))),
                List.of(),
                0);
        StringWriter progress = new StringWriter();

        List<JsonNode> cells = new ArrayList<>();
        OverheadBench.run(plan, new PrintWriter(progress)).json().get("cells").forEach(cells::add);

        assertThat(cells)
                .as(progress.toString())
                .extracting(cell -> cell.get("subject").asText())
                .containsExactly(Subjects.DIRECT, OverheadPlan.AWARE, "small");
        JsonNode aware = cells.get(1);
        assertThat(aware.get("failed").asInt()).isZero();
        assertThat(aware.get("cpuSecondsPer1000").asDouble()).isPositive();
        assertThat(aware.get("hotSpot").asDouble()).isBetween(1.0, 2.0);
        assertThat(aware.get("overlap").asDouble())
                .as("system prompts are known to be held")
                .isGreaterThan(0.3);
        assertThat(cells.get(2).get("peakResidentBytes").asLong())
                .as("with a heap of 48 MiB")
                .isLessThan(aware.get("peakResidentBytes").asLong());
    }
}
