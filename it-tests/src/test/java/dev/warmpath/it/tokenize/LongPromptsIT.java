package dev.warmpath.it.tokenize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.prompt.DemoModel;
import dev.warmpath.router.prompt.threads.PromptSize;
import dev.warmpath.router.prompt.tokens.TextTokenizer;
import dev.warmpath.router.server.RouterServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scenario 85, smaller: long prompts keep the tokenizer busy while engines publish events as fast as they can, and nobody
 * else waits for them. What is asserted is who is answered before whom, not how soon.
 */
@Timeout(90)
class LongPromptsIT {

    private static final int LONG_PROMPTS = 10;
    private static final int SHORT_PROMPTS = 3;
    private static final int WORKERS = 2;
    private static final int RANKS = 4;
    /** Some hundredths of a second for the tokenizer, each. */
    private static final int LONG_CHARS = 120_000;

    private static final String TOKENIZING = TextTokenizer.class.getPackageName();

    private static final int LONG_PROMPT_BYTES = 64 << 10;

    /**
     * Two threads on any machine: one of them is all that long prompts may have. Small prompts at once are off, for they may be
     * seen on an event loop, where long ones' work is looked for.
     */
    private static final PromptSettings PROMPTS = PromptSettings.defaults()
            .withThreads(2, LONG_PROMPT_BYTES)
            .withTimeout(Duration.ofSeconds(60))
            .withAtOnce(0);

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private final List<SimEngine> engines = new ArrayList<>();
    private final AtomicBoolean churning = new AtomicBoolean(true);
    private final Random random = new Random(85);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
    private final Set<String> onEventLoops = ConcurrentHashMap.newKeySet();

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void start() throws Exception {
        DemoModel.unpack(directory);
        for (int i = 0; i < WORKERS; i++) {
            engines.add(fleet.engine(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                    .ranks(RANKS)
                    .contextTokens(2 * LONG_CHARS)
                    .blocks(16_384)
                    .times(TimeModel.instant())
                    .build()));
        }
        fleet.configureRouter(settings -> settings.withModels(List.of(new ModelSettings("demo", directory, false)))
                .withPrompt(PROMPTS));
    }

    @AfterEach
    void tearDown() {
        churning.set(false);
        looks.shutdownNow();
        fleet.close();
    }

    @Test
    void othersAreAnsweredWhileLongPromptsAreTokenizedAndNoEventIsLost() throws Exception {
        RouterServer router = fleet.router();
        everyoneElseIsAnswered(router);
        var unused = looks.scheduleWithFixedDelay(this::lookAtEventLoops, 0, 5, TimeUnit.MILLISECONDS);
        List<CompletableFuture<Void>> churn = new ArrayList<>();
        for (SimEngine engine : engines) {
            churn.add(CompletableFuture.runAsync(() -> churn(engine)));
        }
        List<CompletableFuture<HttpResponse<String>>> longOnes = new ArrayList<>();
        for (int i = 0; i < LONG_PROMPTS; i++) {
            longOnes.add(client.sendAsync(chat(text(LONG_CHARS)), HttpResponse.BodyHandlers.ofString()));
        }
        Awaitility.await().until(() -> longOnesWaiting() >= LONG_PROMPTS / 2);
        long batches = batches();

        for (int i = 0; i < SHORT_PROMPTS; i++) {
            everyoneElseIsAnswered(router);
        }

        assertThat(longOnesWaiting())
                .as("long prompts that have not had their turn")
                .isPositive();
        assertThat(batches() - batches).as("events applied meanwhile").isPositive();
        churning.set(false);
        for (CompletableFuture<HttpResponse<String>> answer : longOnes) {
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
        assertThat(router.prompts().stats().unhashed())
                .as("all were routed by their tokens")
                .isEmpty();
        churn.forEach(CompletableFuture::join);
        fleet.awaitTruth();
        for (SimEngine engine : engines) {
            for (int rank = 0; rank < RANKS; rank++) {
                assertThat(fleet.stream(engine, rank).lost()).isZero();
                assertThat(fleet.stream(engine, rank).lastSequence())
                        .isEqualTo(engine.rank(rank).lastSequence());
            }
        }
        assertThat(onEventLoops)
                .as("work on prompts that was seen on event loops")
                .isEmpty();
    }

    private void lookAtEventLoops() {
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            if (thread.getName().startsWith("vert.x-eventloop")) {
                Arrays.stream(frames)
                        .map(StackTraceElement::getClassName)
                        .filter(name -> name.startsWith(TOKENIZING))
                        .forEach(onEventLoops::add);
            }
        });
    }

    private void everyoneElseIsAnswered(RouterServer router) throws Exception {
        assertThat(client.send(chat(text(200)), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        assertThat(get(router.port(), "/health")).isEqualTo(200);
        assertThat(get(router.adminPort(), "/metrics")).isEqualTo(200);
    }

    private int longOnesWaiting() {
        return fleet.router().prompts().stats().queue(PromptSize.LONG).queued();
    }

    private long batches() {
        long batches = 0;
        for (SimEngine engine : engines) {
            for (int rank = 0; rank < RANKS; rank++) {
                batches += fleet.stream(engine, rank).batches();
            }
        }
        return batches;
    }

    /** Keeps an engine storing new blocks, past the router, until the test is over. */
    private void churn(SimEngine engine) {
        Random own = new Random(engines.indexOf(engine));
        while (churning.get()) {
            StringBuilder tokens = new StringBuilder();
            for (int i = 0; i < 1024; i++) {
                tokens.append(i == 0 ? "" : ",").append(1 + own.nextInt(200));
            }
            String body = "{\"model\":\"demo\",\"max_tokens\":1,\"prompt\":[" + tokens + "]}";
            client.sendAsync(
                            post(engine.url().resolve("/v1/completions"), body), HttpResponse.BodyHandlers.discarding())
                    .join();
        }
    }

    /** Words that the tokenizer has not seen. */
    private String text(int chars) {
        StringBuilder text = new StringBuilder(chars + 10);
        while (text.length() < chars) {
            for (int i = 2 + random.nextInt(8); i > 0; i--) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            text.append(' ');
        }
        return text.toString();
    }

    private HttpRequest chat(String text) {
        return post(
                URI.create("http://127.0.0.1:" + fleet.router().port() + "/v1/chat/completions"),
                "{\"model\":\"demo\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"" + text
                        + "\"}]}");
    }

    private static HttpRequest post(URI uri, String body) {
        return HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(80))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private int get(int port, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
