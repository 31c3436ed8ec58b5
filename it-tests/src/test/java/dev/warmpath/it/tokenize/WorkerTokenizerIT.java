package dev.warmpath.it.tokenize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.prompt.DemoModel;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model whose prompts only its workers can tokenize: the router asks them, and routes as if it had done it itself. */
@Timeout(60)
class WorkerTokenizerIT {

    private static final String CHAT = "{\"model\":\"demo\",\"max_tokens\":2,\"temperature\":0.5,\"messages\":["
            + "{\"role\":\"system\",\"content\":\"You keep the register of all boats on the river, and you answer in full"
            + " sentences that name the boat, its owner and the year in which it was built.\"},"
            + "{\"role\":\"user\",\"content\":\"Who owns the green boat?\"}]}";
    private static final String TEXT =
            "{\"model\":\"demo\",\"max_tokens\":2,\"prompt\":[\"The register of all boats on the river names the owner"
                    + " and the year of each of them, beginning with the oldest, which is green.\",\"other\"]}";

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private final List<SimEngine> engines = new ArrayList<>();

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void start() throws Exception {
        fleet.useRemoteTokenizer();
        ModelTokenizer tokenizer = ModelTokenizer.load(DemoModel.unpack(directory));
        for (int i = 0; i < 2; i++) {
            engines.add(fleet.engine(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                    .tokenizer(tokenizer)
                    .ranks(2)
                    .times(TimeModel.instant())
                    .build()));
        }
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    @Test
    void chatsFollowTheirBlocks() {
        staysWhereItWas("/v1/chat/completions", CHAT);
    }

    @Test
    void textsFollowTheirBlocks() {
        staysWhereItWas("/v1/completions", TEXT);
    }

    private void staysWhereItWas(String path, String body) {
        String first = SimulatedFleet.prefillOf(fleet.post(path, body));
        fleet.awaitTruth();
        for (int i = 0; i < 4; i++) {
            HttpResponse<String> again = fleet.post(path, body);
            assertThat(SimulatedFleet.prefillOf(again)).isEqualTo(first);
            assertThat(SimulatedFleet.cachedTokens(again)).isPositive();
        }
    }

    /** The client's departure cancels the hashing, and is its own doing: no failure of the router's. */
    @Test
    void clientThatLeavesWhileItsPromptIsTokenizedIsNoFailure() throws Exception {
        engines.forEach(engine -> engine.faults().always(path -> path.equals("/tokenize"), Fault.hangBeforeHeaders()));
        try (Socket client =
                new Socket(InetAddress.getLoopbackAddress(), fleet.router().port())) {
            String head =
                    "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " + CHAT.length() + "\r\n\r\n";
            client.getOutputStream().write((head + CHAT).getBytes(StandardCharsets.UTF_8));
            Awaitility.await()
                    .until(() -> engines.stream()
                            .anyMatch(
                                    engine -> !engine.requests().of("/tokenize").isEmpty()));
        }

        Awaitility.await().until(() -> fleet.router().metrics().inFlight() == 0);
        assertThat(fleet.scrape()).contains("reason=\"client_left\"").doesNotContain("reason=\"internal\"");
    }

    /** What a worker cannot say is routed by load, never refused. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"tokens\":[-1]}", "{\"tokens\":\"x\"}", "[]", "{", "{\"count\":1}"})
    void answersThatAreNoTokensCostNothingButTheOverlap(String answer) {
        engines.forEach(engine -> engine.faults().always(path -> path.equals("/tokenize"), Fault.status(200, answer)));
        assertThat(fleet.post("/v1/chat/completions", CHAT).statusCode()).isEqualTo(200);
        assertThat(fleet.router().prompts().stats().unhashed())
                .containsOnlyKeys(dev.warmpath.scorer.hash.UnhashedReason.REMOTE_FAILED);
    }
}
