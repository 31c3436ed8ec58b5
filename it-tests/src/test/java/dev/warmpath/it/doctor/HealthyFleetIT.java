package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.doctor.catalogue.CheckName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a fleet that is well nothing is named, whatever there is to name. */
@Timeout(60)
class HealthyFleetIT {

    @ParameterizedTest
    @EnumSource(Engine.class)
    void everyCheckPassesUnderTraffic(Engine engine) {
        try (SimFleet engines = SimFleet.disaggregated(engine, 2, 2, 2, 1, kind -> kind.times(TimeModel.instant()));
                ExaminedFleet fleet = new ExaminedFleet(
                        engines.workerSettings(),
                        s -> s.withHealth(ExaminedFleet.PROBED).withEngineLoad(TestSettings.ENGINE_LOAD))) {
            fleet.serveNew("demo", 24);
            fleet.serveAgain("demo", 24);
            fleet.serveSalted("demo", 12);

            // What is late on a busy machine is named, too, until it has come.
            await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
                JsonNode report = fleet.report();
                assertThat(ExaminedFleet.complaints(report)).isEmpty();
                assertThat(report.path("status").asText()).isEqualTo("pass");
            });
        }
    }

    /** Nobody has to guess whether a check exists: each one answers, also while there is nothing to judge. */
    @Test
    void everyCheckAnswersBeforeTheFirstRequest() {
        try (SimFleet engines = SimFleet.mixed(Engine.VLLM, 2, 1, kind -> kind.times(TimeModel.instant()));
                ExaminedFleet fleet = new ExaminedFleet(engines.workerSettings(), UnaryOperator.identity())) {
            List<String> names = new ArrayList<>();
            fleet.report()
                    .path("checks")
                    .forEach(check -> names.add(check.path("name").asText()));

            assertThat(names)
                    .containsExactlyElementsOf(
                            CheckName.all().stream().map(CheckName::key).toList());
        }
    }
}
