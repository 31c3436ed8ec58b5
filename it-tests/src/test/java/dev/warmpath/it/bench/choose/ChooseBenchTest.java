package dev.warmpath.it.bench.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** That the benchmark measures what it says; how fast anything is does not matter here. */
class ChooseBenchTest {

    @Test
    void everySizeIsMeasuredAloneAndInACrowd() throws InterruptedException {
        JsonNode json = new ChooseBench(5, List.of(2, 8), List.of(65_536))
                .run(Duration.ofMillis(400))
                .json();

        assertThat(json.path("serial")).hasSize(2);
        for (JsonNode cell : json.path("serial")) {
            assertThat(cell.path("requests").intValue()).isPositive();
            assertThat(cell.path("chooseMicrosP99").doubleValue())
                    .isGreaterThanOrEqualTo(cell.path("chooseMicrosP50").doubleValue())
                    .isPositive();
        }
        assertThat(json.path("crowded")).hasSize(2);
        for (JsonNode cell : json.path("crowded")) {
            assertThat(cell.path("requests").intValue()).isPositive();
            assertThat(cell.path("events").intValue()).isPositive();
            assertThat(cell.path("heldMicrosP50").doubleValue()).isPositive();
        }
    }

    /**
     * Half of each prompt is announced by one prefill target, and what was expected of it has expired when it comes back:
     * no more than half is found, and not much less, as load now and then outweighs it.
     */
    @Test
    void halfOfPromptsIsFound() {
        SplittableRandom random = new SplittableRandom(5);
        PromptSet prompts = new PromptSet(512, 64, random);
        EventLoop loop = new EventLoop(new ChooseFleet(4, prompts, random));
        for (int i = 0; i < 1_000; i++) {
            loop.step();
        }
        assertThat(loop.hitShare()).isBetween(0.4, 0.5);
        loop.begin();
        assertThat(loop.taken.count()).isZero();
    }

    /** Without prompts there is nothing to choose for, which ends both event loops. */
    @Test
    void runWhoseThreadDiedTellsNoFigures() {
        SplittableRandom random = new SplittableRandom(5);
        CrowdedCell cell = new CrowdedCell(4, new PromptSet(512, 0, random), random);

        assertThatIllegalStateException()
                .isThrownBy(() -> cell.run(Duration.ofMillis(50)))
                .withCauseInstanceOf(ArithmeticException.class);
    }
}
