package dev.warmpath.it.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Changes on a condition: two callers who do not know of each other overwrite nothing. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConditionalCallsIT {

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private SimEngine engine;
    private CheckedAdmin admin;

    @BeforeAll
    void start() {
        engine = fleet.engine(
                SimEngineConfig.builder(Engine.SGLANG, Role.MIXED).model("m").build());
        fleet.configureRouter(
                settings -> settings.withAdmin(new AdminSettings("127.0.0.1", 0, null, List.of("127.0.0.0/8"))));
        admin = new CheckedAdmin(fleet.router().adminPort(), "");
    }

    @AfterAll
    void stop() {
        fleet.close();
    }

    private static String weight(double prefill) {
        return "{\"prefill\":{\"overlap_weight\":" + prefill + "}}";
    }

    private static String entry(String url, String rest) {
        return "{\"url\":\"" + url + "\",\"role\":\"mixed\",\"engine\":\"sglang\"" + rest + "}";
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("etag").orElse("");
    }

    @Test
    void weightsThatAnotherCallerHasChangedAreNotOverwritten() {
        String mine = tag(admin.call("get_weights"));
        String theirs = tag(admin.call("set_weights", "", weight(3), "if-match", mine));
        assertThat(theirs).matches("\"[0-9a-f]+\\.[0-9a-f]+\"").isNotEqualTo(mine);

        HttpResponse<String> late = admin.call("set_weights", "", weight(4), "if-match", mine);

        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("\"condition_failed\"");
        assertThat(fleet.router().chooser().weights().prefill()).isEqualTo(3);
        assertThat(tag(admin.call("get_weights"))).isEqualTo(theirs);
        assertThat(admin.call("set_weights", "", weight(4), "if-match", "\"0.0\", " + theirs)
                        .statusCode())
                .as("one of several tags")
                .isEqualTo(200);
        assertThat(admin.call("set_weights", "", weight(5), "if-match", "W/" + tag(admin.call("get_weights")))
                        .statusCode())
                .as("a weak tag proves nothing")
                .isEqualTo(412);
        assertThat(admin.call("set_weights", "", weight(20), "if-match", "*").statusCode())
                .isEqualTo(200);
    }

    @Test
    void wrongBodiesAreToldOfBeforeConditions() {
        assertThat(admin.call("set_weights", "", weight(-1), "if-match", "\"0.0\"")
                        .statusCode())
                .isEqualTo(400);
        assertThat(admin.call("remove_worker", "http://127.0.0.1:2", "", "if-match", "\"0.0\"")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void whoHoldsWhatWouldBeShownGetsNoBody() {
        String tag = tag(admin.call("get_weights"));
        for (String held : List.of(tag, "W/" + tag, "\"0.0\", " + tag, "*")) {
            HttpResponse<String> answer = admin.call("get_weights", "", "", "if-none-match", held);
            assertThat(answer.statusCode()).as(held).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(tag(answer)).isEqualTo(tag);
        }
        assertThat(admin.call("get_weights", "", "", "if-none-match", "\"0.0\"").statusCode())
                .isEqualTo(200);
    }

    @Test
    void workersAreNotReplacedDrainedOrRemovedUnderAnotherCallersHands() {
        String url = "http://127.0.0.1:11";
        String before = tag(admin.call("list_workers"));
        HttpResponse<String> joined = admin.call("register_worker", "", entry(url, ""), "if-match", before);
        assertThat(joined.statusCode()).isEqualTo(201);
        assertThat(joined.headers().firstValue("location")).hasValue("/admin/workers/http%3A%2F%2F127.0.0.1%3A11");
        String mine = tag(joined);

        assertThat(admin.call("register_worker", "", entry(url, ",\"dp_size\":2"), "if-match", before)
                        .statusCode())
                .as("the fleet is not as it was")
                .isEqualTo(412);
        String theirs = tag(admin.call("drain_worker", url, "", "if-match", mine));
        for (String call : List.of("drain_worker", "undrain_worker", "remove_worker")) {
            assertThat(admin.call(call, url, "", "if-match", mine).statusCode())
                    .as(call)
                    .isEqualTo(412);
        }
        assertThat(admin.call("get_worker", url, "").body()).contains("\"draining\":true", "\"dp_size\":1");

        assertThat(admin.call("undrain_worker", url, "", "if-match", theirs).statusCode())
                .isEqualTo(200);
        assertThat(admin.call("remove_worker", url, "", "if-match", tag(admin.call("get_worker", url, "")))
                        .statusCode())
                .isEqualTo(204);
    }

    /** A tag that goes stale with every request would be of no use on a worker that serves. */
    @Test
    void countersThatMoveAreNoChangeByAnotherCaller() {
        String id = engine.url().toString();
        String before = tag(admin.call("get_worker", id, ""));
        SimulatedFleet.prefillOf(fleet.complete(SimulatedFleet.prompt(7, 64)));
        fleet.awaitTruth();

        assertThat(admin.call("get_worker", id, "", "if-none-match", before).statusCode())
                .as("what is shown has changed")
                .isEqualTo(200);
        assertThat(admin.call("undrain_worker", id, "", "if-match", before).statusCode())
                .as("nobody has changed it")
                .isEqualTo(200);
    }

    @Test
    void workerThatCameAgainIsNotTheOneThatWas() {
        String url = "http://127.0.0.1:12";
        String first = tag(admin.call("register_worker", "", entry(url, "")));
        admin.call("remove_worker", url, "");
        admin.call("register_worker", "", entry(url, ""));

        assertThat(admin.call("remove_worker", url, "", "if-match", first).statusCode())
                .isEqualTo(412);
        admin.call("remove_worker", url, "");
    }
}
