package dev.warmpath.it.handoff;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request of which the decode worker lacks little needs no prefill worker. */
@Timeout(60)
class SkipPrefillIT {

    private static final int PROMPT = 20 * 16;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0)
            .withSkipPrefill(SkipPrefillSettings.defaults().on()));
    private final SimEngine prefill = engine(Role.PREFILL);
    private final SimEngine decode = engine(Role.DECODE);

    private SimEngine engine(Role role) {
        return fleet.engine(SimEngineConfig.builder(Engine.VLLM, role)
                .protocol(Protocol.VLLM_NIXL)
                .times(TimeModel.instant())
                .build());
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private static int asked(SimEngine engine) {
        return engine.requests().of("/v1/completions").size();
    }

    /** The second time decode has announced the prompt's blocks; the answers are the same whoever computes them. */
    @Test
    void aRepeatIsServedByTheDecodeWorkerAlone() {
        String first = fleet.complete(prompt(1, PROMPT)).body();
        fleet.awaitTruth();
        var again = fleet.complete(prompt(1, PROMPT));

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(text(again.body())).isEqualTo(text(first));
        assertThat(asked(prefill)).isEqualTo(1);
        assertThat(asked(decode)).isEqualTo(2);
        assertThat(decode.requests().of("/v1/completions").get(1).bodyText()).doesNotContain("kv_transfer_params");
        assertThat(fleet.scrape())
                .contains("warmpath_decisions_total{kind=\"prefill-skipped\",role=\"mixed\"} 1")
                .contains("warmpath_hand_offs_saved_total 1.0")
                .doesNotContain("warmpath_hand_offs_missing_total{");
    }

    /** A decode worker that fails what it was to do alone leaves the request to nobody else: there is one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oneThatFailsAloneIsTriedAgainWithAnother(int decodes) {
        SimEngine other = decodes == 2 ? engine(Role.DECODE) : null;
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        SimEngine warm = asked(decode) == 1 || other == null ? decode : other;
        warm.faults().nextRequests(1, Fault.status(500, "{}"));

        int status = fleet.complete(prompt(1, PROMPT)).statusCode();

        assertThat(status).isEqualTo(decodes == 2 ? 200 : 500);
        assertThat(asked(prefill)).isEqualTo(decodes == 2 ? 2 : 1);
    }

    private static String text(String answer) {
        return answer.split("\"text\":\"", 2)[1].split("\"", 2)[0];
    }
}
