package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of choosing itself, in a fleet that is well. */
@Timeout(60)
class ChoiceFaultsIT {

    private final SimFleet engines = SimFleet.mixed(Engine.VLLM, 2, 1, kind -> kind.times(TimeModel.instant()));
    private final ExaminedFleet fleet = new ExaminedFleet(engines.workerSettings(), UnaryOperator.identity());

    @AfterEach
    void stop() {
        fleet.close();
        engines.close();
    }

    /** 0 turns overlap off; the other is below any load that a fleet ever has. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-9})
    void weightThatNeverChangesAChoice(double weight) {
        fleet.router().chooser().setWeights(new OverlapWeights(20, 2, weight));
        fleet.serveNew("demo", 16);
        fleet.serveAgain("demo", 16);

        fleet.awaitNamed(ChoiceCheck.WEIGHT_WITHOUT_EFFECT, null);
    }

    @Test
    void promptsShorterThanABlock() {
        for (int i = 0; i < 12; i++) {
            String body = "{\"model\":\"demo\",\"prompt\":[" + i + ",2,3],\"max_tokens\":2}";
            assertThat(fleet.post("/v1/completions", body).join().statusCode()).isEqualTo(200);
        }
        fleet.awaitNamed(ChoiceCheck.PROMPTS_TOO_SHORT, null);

        fleet.serveNew("demo", 16);

        assertThat(fleet.complaints()).noneMatch(complaint -> complaint.startsWith("prompts_too_short"));
    }
}
