package dev.warmpath.it.observe;

import static dev.warmpath.it.support.SimulatedFleet.prefillOf;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Single decisions are told to those who may ask, and to nobody else. */
@Timeout(60)
class DecisionIT {

    private static final int BLOCK = 16;
    private static final String TOKEN = "a-token-for-this-test";
    private static final ScoringSettings SCORING =
            ScoringSettings.withWeights(20.0, 2.0, 20.0).withDecisionLog(1);

    private final SimulatedFleet fleet = new SimulatedFleet(SCORING);
    private SimEngine prefill;

    @BeforeEach
    void start() {
        prefill = engine(Role.PREFILL);
        engine(Role.DECODE);
        fleet.configureRouter(settings -> settings.withAdmin(new AdminSettings("127.0.0.1", 0, TOKEN, List.of())));
        fleet.router();
    }

    private SimEngine engine(Role role) {
        return fleet.engine(
                SimEngineConfig.builder(Engine.SGLANG, role).speed(50).build());
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    @Test
    void answerSaysWhyItCameFromThereToWhoHasAnAdminToken() {
        HttpResponse<String> first = fleet.complete(prompt(1, 10 * BLOCK));
        String target = prefillOf(first);
        assertThat(first.headers().firstValue("x-warmpath-decision")).isEmpty();
        fleet.awaitTruth();

        HttpResponse<String> again = fleet.complete(prompt(1, 10 * BLOCK), "x-warmpath-explain", TOKEN);

        assertThat(prefillOf(again)).isEqualTo(target);
        assertThat(again.headers().firstValue("x-warmpath-decision").orElse(""))
                .startsWith("attempt=1; tokens=160; prefill=" + target
                        + "; kind=only-one; blocks=10; overlap=10; predicted_cached_tokens=144; decode=");
        assertThat(prefill.requests().all())
                .isNotEmpty()
                .allSatisfy(leg -> assertThat(leg.headerNames()).doesNotContain("x-warmpath-explain"));
    }

    @Test
    void wrongTokenIsRefusedAndNothingIsSent() {
        HttpResponse<String> answer = fleet.complete(prompt(1, BLOCK), "x-warmpath-explain", TOKEN + "x");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("invalid_admin_token", "x-warmpath-explain");
        assertThat(answer.headers().firstValue("x-warmpath-decision")).isEmpty();
        assertThat(prefill.requests().all()).isEmpty();
    }

    /** One line for each try, and none of the prompt in it. */
    @Test
    void logTellsEachTry() {
        prefill.faults().nextRequests(1, Fault.resetBeforeHeaders());
        int[] tokens = prompt(7, 3 * BLOCK);
        try (CapturedLog log = CapturedLog.of("dev.warmpath.decisions", Level.INFO)) {
            HttpResponse<String> answer = fleet.complete(tokens);
            String request = answer.headers().firstValue("x-request-id").orElse("?");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0)).contains("request=" + request, "attempt=1", "tokens=48", "prefill_blocks=3");
            assertThat(log.lines().get(1)).contains("request=" + request, "attempt=2", "decode_kind=only-one");
            String text =
                    IntStream.of(tokens).limit(2).mapToObj(Integer::toString).collect(Collectors.joining(","));
            assertThat(log.lines()).noneMatch(line -> line.contains(text));
        }
    }

    @Test
    void commandShowsCandidatesAndChoice(@TempDir Path folder) throws IOException {
        fleet.complete(prompt(1, 4 * BLOCK));
        fleet.awaitTruth();
        Path body = folder.resolve("request.json");
        String ids =
                IntStream.of(prompt(1, 4 * BLOCK)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Files.writeString(body, "{\"model\":\"demo\",\"prompt\":[" + ids + "]}");

        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        "explain",
                        "--admin=http://127.0.0.1:" + fleet.router().adminPort(),
                        "--token=" + TOKEN,
                        "--endpoint=/v1/completions",
                        body.toString());

        assertThat(status).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("model demo, 64 tokens, 4 blocks")
                .containsPattern("=> prefill +" + prefill.url() + "#0 +4 +0 +0 +1.00 +0.00");
    }
}
