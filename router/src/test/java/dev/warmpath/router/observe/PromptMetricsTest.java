package dev.warmpath.router.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptMetricsTest {

    private static final PromptSettings SETTINGS = PromptSettings.defaults().withTimeout(Duration.ofMinutes(5));

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** An alert on {@code warmpath_model_tokenizer{state="failed"} == 1} finds the model that did not load. */
    @Test
    void eachModelHasOneStateOfItsTokenizer(@TempDir Path directory) {
        List<ModelSettings> models = List.of(
                new ModelSettings("broken", directory, false),
                new ModelSettings("asked", null, true),
                new ModelSettings("bare", null, false));
        try (PromptPipeline prompts = new PromptPipeline(SETTINGS, models)) {
            PromptMetrics.register(registry, prompts);

            assertThat(registry.scrape().lines())
                    .filteredOn(line -> line.startsWith("warmpath_model_tokenizer{") && !line.endsWith(" 0.0"))
                    .containsExactlyInAnyOrder(
                            "warmpath_model_tokenizer{model=\"broken\",state=\"failed\"} 1.0",
                            "warmpath_model_tokenizer{model=\"asked\",state=\"remote\"} 1.0",
                            "warmpath_model_tokenizer{model=\"bare\",state=\"none\"} 1.0");
        }
    }

    /** An operator tells by them whether long prompts or sheer numbers keep requests from being routed by overlap. */
    @Test
    void whatWaitsForAThreadIsShownBySize() {
        try (PromptPipeline prompts = new PromptPipeline(SETTINGS, List.of())) {
            PromptMetrics.register(registry, prompts);

            for (String size : List.of("short", "long")) {
                String tag = "{size=\"" + size + "\"} ";
                assertThat(registry.scrape())
                        .contains("warmpath_prompts_queued" + tag)
                        .contains("warmpath_prompts_running" + tag)
                        .contains("warmpath_prompt_wait_seconds_count" + tag)
                        .contains("warmpath_prompt_wait_seconds_sum" + tag)
                        .contains("warmpath_prompts_overflowed_total{reason=\"queue_full\",size=\"" + size + "\"}");
            }
        }
    }

    @Test
    void unhashedPromptsAreThePipelinesOwnCount() throws Exception {
        try (PromptPipeline prompts = new PromptPipeline(SETTINGS, List.of())) {
            PromptMetrics.register(registry, prompts);
            byte[] body = "{\"model\":\"m\",\"prompt\":\"text\"}".getBytes(StandardCharsets.UTF_8);
            GenerationRequest request = GenerationRequest.read(Endpoint.COMPLETIONS, JsonBody.parse(body));

            HashedPrompt prompt =
                    prompts.hash(request, new int[] {}, Engine.VLLM).get(30, TimeUnit.SECONDS);

            assertThat(prompt.unhashedReason()).isEqualTo(UnhashedReason.NO_TOKENIZER);
            assertThat(registry.scrape().lines())
                    .filteredOn(line -> line.startsWith("warmpath_prompts_unhashed_total{") && !line.endsWith(" 0.0"))
                    .containsExactly("warmpath_prompts_unhashed_total{reason=\"no_tokenizer\"} 1.0");
        }
    }
}
