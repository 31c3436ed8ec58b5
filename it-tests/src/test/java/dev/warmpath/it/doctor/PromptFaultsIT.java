package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.prompt.ByteTokenizer;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A router with a tokenizer, before engines that have the same one, or another. */
@Timeout(60)
class PromptFaultsIT {

    @TempDir
    private Path directory = Path.of("");

    private int texts;

    private ExaminedFleet router(SimFleet engines) {
        return new ExaminedFleet(engines.workerSettings(), this::withTokenizer);
    }

    private WarmpathSettings withTokenizer(WarmpathSettings s) {
        return s.withModels(List.of(new ModelSettings("demo", directory, false)));
    }

    private SimFleet engines(SimTokenizer tokenizer) {
        return SimFleet.mixed(
                Engine.VLLM, 2, 1, kind -> kind.times(TimeModel.instant()).tokenizer(tokenizer));
    }

    /** A prompt of several blocks that no other begins like. */
    private void serveText(ExaminedFleet fleet) {
        texts++;
        String text = (texts + " is the number of this text, and the rest of it is alike. ").repeat(6);
        String body = "{\"model\":\"demo\",\"prompt\":\"" + text + "\",\"max_tokens\":2}";
        assertThat(fleet.post("/v1/completions", body).join().statusCode()).isEqualTo(200);
    }

    /** What comes of an expectation is known when its time is over and another request is chosen for. */
    @Test
    void engineWithAnotherTokenizer() throws IOException {
        DemoModel.unpack(directory);
        try (SimFleet engines = engines(new ByteTokenizer());
                ExaminedFleet fleet = router(engines)) {
            for (int i = 0; i < 16; i++) {
                serveText(fleet);
            }
            Awaitility.await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
                serveText(fleet);
                assertThat(fleet.complaints())
                        .anyMatch(complaint -> complaint.startsWith(ViewCheck.EXPECTED_UNCONFIRMED.key()))
                        .anyMatch(complaint -> complaint.startsWith(PromptCheck.TOKENS_DIFFER.key()));
            });
        }
    }

    @Test
    void templateThatCannotRender() throws IOException {
        DemoModel.unpack(directory);
        try (SimFleet engines = engines(ModelTokenizer.load(directory));
                ExaminedFleet fleet = router(engines)) {
            fleet.post(
                            "/v1/chat/completions",
                            "{\"model\":\"demo\",\"max_tokens\":2,\"messages\":[{\"role\":\"critic\",\"content\":\"x\"}]}")
                    .join();

            fleet.awaitNamed(PromptCheck.TEMPLATE_FAILED, null);
        }
    }

    /** One thread, and room for one prompt to wait: of many at once most find neither. */
    @Test
    void moreTextAtOnceThanTheThreadsTakeIn() throws IOException {
        DemoModel.unpack(directory);
        PromptSettings d = PromptSettings.defaults();
        PromptSettings narrow = new PromptSettings(
                1,
                1,
                d.longPromptBytes(),
                0,
                d.cacheBytes(),
                d.timeout(),
                d.maxPromptChars(),
                d.nativeMemoryBytes(),
                d.maxTemplateLoops(),
                d.maxTemplateOutputBytes(),
                d.maxTemplateDepth());
        try (SimFleet engines = engines(ModelTokenizer.load(directory));
                ExaminedFleet fleet = new ExaminedFleet(
                        engines.workerSettings(), s -> withTokenizer(s).withPrompt(narrow))) {
            serveText(fleet);
            assertThat(fleet.complaints()).as("one at a time").isEmpty();

            Awaitility.await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
                serveAtOnce(fleet, 16);
                assertThat(fleet.complaints())
                        .anyMatch(complaint -> complaint.startsWith(PromptCheck.TOKENIZER_OVERLOADED.key())
                                && complaint.endsWith("prompts: tokenizer_busy"));
            });
        }
    }

    /** Texts of some 20,000 characters, each of which is answered whatever becomes of its hashes. */
    private void serveAtOnce(ExaminedFleet fleet, int count) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts++;
            String body = "{\"model\":\"demo\",\"prompt\":\"" + (texts + " words of a long text. ").repeat(800)
                    + "\",\"max_tokens\":2}";
            answers.add(fleet.post("/v1/completions", body));
        }
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
    }

    /** The same traffic, and the tokens that the engine means. */
    @Test
    void sameTokenizerIsNotNamed() throws IOException {
        DemoModel.unpack(directory);
        try (SimFleet engines = engines(ModelTokenizer.load(directory));
                ExaminedFleet fleet = router(engines)) {
            Awaitility.await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
                serveText(fleet);
                assertThat(engines.workerSettings())
                        .allSatisfy(worker -> assertThat(fleet.router()
                                        .fleet()
                                        .view()
                                        .worker(worker.url().toString()))
                                .isNotNull()
                                .satisfies(found -> assertThat(found.ranks()
                                                .get(0)
                                                .index()
                                                .expectedOutcome()
                                                .confirmed())
                                        .isGreaterThan(5)));
            });

            assertThat(fleet.complaints()).isEmpty();
        }
    }
}
