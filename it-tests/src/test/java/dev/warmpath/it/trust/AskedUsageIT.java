package dev.warmpath.it.trust;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.fault.Fault.Script.Part;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams whose clients do not ask for usage: what the router asks for on its own account, and what clients see of it. */
@Timeout(120)
class AskedUsageIT {

    private static final int BLOCK = 16;
    private static final int PROMPT = 20 * BLOCK;
    private static final int TAKEN = PROMPT - BLOCK;

    private static final String CONTENT = "data: {\"choices\":[{\"index\":0,\"text\":\"é\"}],\"usage\":null}\n\n";
    private static final String USAGE = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":320,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":304}}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private SimEngine engine(Engine engine, Role role, Protocol protocol) {
        return fleet.engine(SimEngineConfig.builder(engine, role)
                .protocol(protocol)
                .times(TimeModel.instant())
                .build());
    }

    private FeedbackStatus feedback(SimEngine engine) {
        return fleet.ranks(engine).get(0).candidate().feedback().status();
    }

    private HttpResponse<String> stream(SimEngine engine, String more) {
        String tokens =
                IntStream.of(prompt(1, PROMPT)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        HttpResponse<String> answer = fleet.post(
                "/v1/completions",
                "{\"model\":\"" + engine.config().model() + "\",\"stream\":true,\"max_tokens\":2,\"prompt\":[" + tokens
                        + "]" + more + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static String lastBody(SimEngine engine) {
        var all = engine.requests().of("/v1/completions");
        return all.get(all.size() - 1).bodyText();
    }

    @Test
    void aStreamTellsTheRouterAndItsClientSeesNothingOfThat() {
        fleet.configureRouter(settings -> settings.withFeedback(new FeedbackSettings(true)));
        SimEngine engine = engine(Engine.SGLANG, Role.MIXED, Protocol.NONE);
        stream(engine, "");
        fleet.awaitTruth();

        HttpResponse<String> answer = stream(engine, "");

        assertThat(lastBody(engine)).endsWith("\"stream_options\":{\"include_usage\":true}}");
        assertThat(answer.body()).doesNotContain("cached_tokens").endsWith(DONE);
        assertThat(feedback(engine).actualTokens()).isEqualTo(TAKEN);
    }

    /** Cut where it hurts: inside the event that is taken out, and inside its neighbours. */
    @Test
    void everyOtherByteArrivesAsTheWorkerSentIt() {
        fleet.configureRouter(settings -> settings.withFeedback(new FeedbackSettings(true)));
        SimEngine engine = engine(Engine.VLLM, Role.MIXED, Protocol.NONE);
        Duration pause = Duration.ofMillis(20);
        engine.faults()
                .nextRequests(
                        1,
                        Fault.stream(
                                Fault.Ending.END,
                                Part.of(": ping\n\n" + CONTENT + CONTENT.substring(0, 9)),
                                Part.after(pause, CONTENT.substring(9) + USAGE.substring(0, 30)),
                                Part.after(pause, USAGE.substring(30, USAGE.length() - 1)),
                                Part.after(pause, "\n" + DONE)));

        assertThat(stream(engine, "").body()).isEqualTo(": ping\n\n" + CONTENT + CONTENT + DONE);
    }

    @Test
    void whatTheClientAskedForItGets() {
        fleet.configureRouter(settings -> settings.withFeedback(new FeedbackSettings(true)));
        SimEngine engine = engine(Engine.SGLANG, Role.MIXED, Protocol.NONE);

        assertThat(stream(engine, ",\"stream_options\":{\"include_usage\":true}")
                        .body())
                .contains("\"prompt_tokens\":" + PROMPT);
        assertThat(stream(engine, ",\"stream_options\":{\"include_usage\":false}")
                        .body())
                .doesNotContain("prompt_tokens");
        assertThat(lastBody(engine)).contains("\"include_usage\":false");
    }

    @Test
    void bodiesAndStreamsAreNotTouchedUnlessConfigured() {
        SimEngine engine = engine(Engine.VLLM, Role.MIXED, Protocol.NONE);
        engine.faults().nextRequests(1, Fault.stream(Fault.Ending.END, Part.of(CONTENT + USAGE + DONE)));

        assertThat(stream(engine, "").body()).isEqualTo(CONTENT + USAGE + DONE);
        assertThat(lastBody(engine)).doesNotContain("stream_options");
    }

    /** No client sees this answer, so nothing has to be configured. */
    @Test
    void aPrefillLegThatStreamsIsAskedInAnyCase() {
        SimEngine prefill = engine(Engine.SGLANG, Role.PREFILL, Protocol.SGLANG_BOOTSTRAP);
        SimEngine decode = engine(Engine.SGLANG, Role.DECODE, Protocol.SGLANG_BOOTSTRAP);
        stream(prefill, "");
        fleet.awaitTruth();

        HttpResponse<String> answer = stream(prefill, "");

        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(feedback(prefill).actualTokens()).isEqualTo(TAKEN));
        assertThat(lastBody(decode)).doesNotContain("stream_options");
        assertThat(answer.body()).doesNotContain("prompt_tokens");
    }
}
