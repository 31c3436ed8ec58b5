package dev.warmpath.it.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Overlap weights at run time, and the configuration that shows them. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WeightsIT {

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private CheckedAdmin admin;

    @BeforeAll
    void start() {
        fleet.engine(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build());
        fleet.configureRouter(settings ->
                settings.withAdmin(new AdminSettings("127.0.0.1", 0, "t0p-s3cret", List.of("127.0.0.0/8"))));
        admin = new CheckedAdmin(fleet.router().adminPort(), "t0p-s3cret");
    }

    @AfterAll
    void stop() {
        fleet.close();
    }

    private OverlapWeights weights() {
        return fleet.router().chooser().weights();
    }

    @Test
    void changeIsRefusedWholeIfAnyPartIsWrong() {
        OverlapWeights before = weights();
        try (CapturedLog audit = CapturedLog.of("dev.warmpath.audit", Level.INFO)) {
            for (String wrong : List.of(
                    "\"decode\":{\"overlap_weight\":-1}",
                    "\"decode\":{\"overlap_weight\":1e999}",
                    "\"decode\":{\"overlap_weight\":\"3\"}",
                    "\"decode\":{\"overlap_weight\":null}",
                    "\"decode\":{}",
                    "\"decode\":3",
                    "\"decode\":{\"overlap_weight\":3,\"load_weight\":1}",
                    "\"decoder\":{\"overlap_weight\":3}")) {
                HttpResponse<String> refused =
                        admin.call("set_weights", "", "{\"prefill\":{\"overlap_weight\":7}," + wrong + "}");
                assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
                assertThat(refused.body()).as(wrong).contains("Nothing was changed");
                assertThat(weights()).as(wrong).isEqualTo(before);
            }
            assertThat(audit.lines()).isEmpty();
        }
    }

    @Test
    void changeHoldsFromTheNextRequestOnAndIsWrittenDownWithOldAndNew() {
        double before = cost();
        try (CapturedLog audit = CapturedLog.of("dev.warmpath.audit", Level.INFO)) {
            assertThat(admin.call("set_weights", "", "{\"mixed\":{\"overlap_weight\":40}}")
                            .statusCode())
                    .isEqualTo(200);

            assertThat(cost()).as("twice the weight on the same prompt").isEqualTo(2 * before);
            assertThat(weights().prefill()).as("a role that is left out").isEqualTo(20);
            assertThat(audit.lines()).hasSize(1);
            assertThat(audit.lines().get(0)).contains("action=set_weights", "mixed=20.0", "mixed=40.0");
        }
        JsonNode scoring = ApiDocument.parse(admin.call("get_config").body()).path("scoring");
        assertThat(scoring.at("/mixed/overlap_weight").asDouble()).isEqualTo(40);
        admin.call("set_weights", "", "{\"mixed\":{\"overlap_weight\":20}}");
    }

    /** What the one target costs for a prompt that it holds nothing of, while nothing runs there. */
    private double cost() {
        String prompt = "{\"model\":\"m\",\"prompt\":" + Arrays.toString(SimulatedFleet.prompt(9, 64)) + "}";
        HttpResponse<String> answer = admin.raw("POST", "/admin/explain?endpoint=/v1/completions", prompt);
        JsonNode candidate = ApiDocument.parse(answer.body()).at("/candidates/0");
        assertThat(candidate.path("load").asDouble()).isZero();
        return candidate.path("cost").asDouble();
    }

    @Test
    void configurationShowsWhatIsInForceWithoutSecrets() {
        String worker =
                "{\"url\":\"http://127.0.0.1:1\",\"role\":\"mixed\",\"engine\":\"sglang\",\"api_key\":\"hunter2\"}";
        assertThat(admin.call("register_worker", "", worker).statusCode()).isEqualTo(201);

        String shown = admin.call("get_config").body();

        assertThat(shown).doesNotContain("hunter2").doesNotContain("t0p-s3cret");
        JsonNode config = ApiDocument.parse(shown);
        assertThat(config.at("/admin/token").asText()).isEqualTo("***");
        assertThat(config.at("/workers")).hasSize(2);
        assertThat(config.at("/workers/1/url").asText()).isEqualTo("http://127.0.0.1:1");
        assertThat(config.at("/workers/1/api_key").asText()).isEqualTo("***");
        admin.call("remove_worker", "http://127.0.0.1:1", "");
    }
}
