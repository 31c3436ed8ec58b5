package dev.warmpath.it.doctor;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What engines say of their caches against what they have announced. */
@Timeout(60)
class FeedbackFaultsIT {

    @Test
    void cachedTokensUnreported() {
        try (SimFleet engines = SimFleet.mixed(
                        Engine.VLLM,
                        2,
                        1,
                        kind -> kind.times(TimeModel.instant()).reportCachedTokens(false));
                ExaminedFleet fleet = new ExaminedFleet(engines.workerSettings(), UnaryOperator.identity())) {
            fleet.serveNew("demo", 16);
            fleet.serveAgain("demo", 16);

            for (SimEngine engine : engines.engines()) {
                fleet.awaitNamed(ViewCheck.CACHED_TOKENS_UNREPORTED, engine.url() + "#0");
            }
        }
    }

    /** Engines that lose their caches again and again and say nothing of it. */
    @Test
    void predictionsUnconfirmed() {
        try (SimFleet engines = SimFleet.mixed(Engine.VLLM, 2, 1, kind -> kind.times(TimeModel.instant()));
                ExaminedFleet fleet = new ExaminedFleet(engines.workerSettings(), UnaryOperator.identity())) {
            fleet.serveNew("demo", 4);
            for (int round = 0; round < 20; round++) {
                for (SimEngine engine : engines.engines()) {
                    Awaitility.await().until(() -> engine.rank(0).forget());
                }
                fleet.serveAgain("demo", 4);
            }

            fleet.awaitNamed(
                    ViewCheck.PREDICTIONS_UNCONFIRMED, engines.engines().get(0).url() + "#0");
        }
    }
}
