package dev.warmpath.it.handoff;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.fleet.worker.TransferNames;
import dev.warmpath.router.fleet.worker.Worker;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The names under which Mooncake's prefill ranks hand over: asked for, kept up to date, never guessed. */
@Timeout(120)
class TransferNamesIT {

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private final SimEngine prefill = engine(Role.PREFILL);
    private final SimEngine decode = engine(Role.DECODE);

    private SimEngine engine(Role role) {
        return fleet.engine(SimEngineConfig.builder(Engine.VLLM, role)
                .protocol(Protocol.VLLM_MOONCAKE)
                .ranks(0, 1)
                .times(TimeModel.instant())
                .build());
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private int status(int seed) {
        return fleet.complete(prompt(seed, 64)).statusCode();
    }

    /** Of several lives the engine has several names; what a router knows from an earlier one leads nowhere. */
    @Test
    void anEngineInItsNextLifeIsAskedForItsNewName() {
        await().untilAsserted(() -> assertThat(status(1)).isEqualTo(200));
        String before = Objects.requireNonNull(names().of(0));

        prefill.restart();

        await().untilAsserted(() -> assertThat(status(2)).isEqualTo(200));
        assertThat(names().of(0)).isNotNull().isNotEqualTo(before);
    }

    private TransferNames names() {
        Worker worker = fleet.router().fleet().view().worker(prefill.url().toString());
        return Objects.requireNonNull(worker).transferNames();
    }

    /** Nothing degrades silently: a rank that nobody can name gets no request, and the answers say so. */
    @Test
    void aRankWithoutANameGetsNoRequests() {
        int nobody = 1;
        fleet.configure(prefill, worker -> worker.withBootstrapPort(nobody));

        await().untilAsserted(() -> assertThat(names().trouble()).isNotEmpty());
        HttpResponse<String> answer = fleet.complete(prompt(1, 64));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("prefill");
        assertThat(decode.requests().all())
                .noneMatch(request -> request.method().equals("POST"));
        assertThat(fleet.scrape())
                .contains("warmpath_worker_bootstrap_up{")
                .containsPattern("warmpath_worker_bootstrap_up\\{[^}]*\\} 0");
    }
}
