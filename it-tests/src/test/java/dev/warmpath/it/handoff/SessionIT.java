package dev.warmpath.it.handoff;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of one session stay together, whatever they ask, and whatever the cost law would rather have. */
@Timeout(60)
class SessionIT {

    private static final int PROMPT = 64;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private int seed;

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private void start(SessionMode mode) {
        for (int i = 0; i < 3; i++) {
            fleet.engine(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                    .times(TimeModel.instant())
                    .build());
        }
        fleet.configureRouter(
                settings -> settings.withHints(HintSettings.defaults().withSessions(mode)));
        fleet.router();
    }

    /** A prompt that nobody has seen. */
    private String served(String session) {
        HttpResponse<String> answer = fleet.complete(prompt(++seed, PROMPT), "x-session-id", session);
        assertThat(answer.statusCode()).isEqualTo(200);
        return SimulatedFleet.prefillOf(answer);
    }

    private Set<String> places(String session, int requests) {
        Set<String> places = new HashSet<>();
        for (int i = 0; i < requests; i++) {
            places.add(served(session));
        }
        return places;
    }

    @Test
    void aHardSessionStaysThroughADrainAndComesBack() throws Exception {
        start(SessionMode.HARD);
        Set<String> home = places("s-1", 6);
        assertThat(home).hasSize(1);
        String worker = home.iterator().next().replaceFirst("#.*", "");

        fleet.router().fleet().drain(worker, true);
        Set<String> meanwhile = places("s-1", 6);
        assertThat(meanwhile).hasSize(1).doesNotContainAnyElementsOf(home);

        fleet.router().fleet().drain(worker, false);
        assertThat(places("s-1", 6)).isEqualTo(home);
        assertThat(fleet.scrape()).contains("warmpath_session_choices_total{outcome=\"kept\"} 18");
    }

    /** The same requests without sessions go round: what is seen above is the session's doing. */
    @Test
    void withoutSessionsTheHeaderDoesNothing() {
        start(SessionMode.NONE);
        assertThat(places("s-1", 6)).hasSizeGreaterThan(1);
        assertThat(fleet.scrape()).contains("warmpath_session_choices_total{outcome=\"kept\"} 0");
    }

    @Test
    void sessionsAreSpread() {
        start(SessionMode.SOFT);
        Set<String> places = new HashSet<>();
        // Twelve would all miss one of the three once in 43 times.
        for (int i = 0; i < 60; i++) {
            places.add(served("s-" + i));
        }
        assertThat(places).hasSize(3);
    }
}
