package dev.warmpath.router.prompt;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Requests and pipelines, without the noise. */
final class TestPrompts {

    static final int[] NO_SIZES = {};

    /** Requests are long beyond this. */
    static final int LONG_BYTES = 10_000;

    private TestPrompts() {}

    static GenerationRequest completion(String members) {
        return request(Endpoint.COMPLETIONS, members);
    }

    static GenerationRequest chat(String members) {
        return request(Endpoint.CHAT_COMPLETIONS, members);
    }

    /** A request to the model {@code demo} with these members. */
    static GenerationRequest request(Endpoint endpoint, String members) {
        return read(endpoint, "{\"model\":\"demo\"," + members + "}");
    }

    static GenerationRequest read(Endpoint endpoint, String body) {
        return read(endpoint, body, KnownObjects.NONE);
    }

    static GenerationRequest read(Endpoint endpoint, String body, KnownObjects earlier) {
        try {
            return GenerationRequest.read(endpoint, JsonBody.parse(body.getBytes(StandardCharsets.UTF_8), earlier));
        } catch (BadRequest e) {
            throw new IllegalArgumentException(body, e);
        }
    }

    static ModelSettings demo(Path directory) {
        return new ModelSettings("demo", directory, false);
    }

    static ModelSettings remoteDemo() {
        return new ModelSettings("demo", null, true);
    }

    static PromptSettings settings(int threads, int queue, Duration timeout) {
        PromptSettings defaults = PromptSettings.defaults();
        return new PromptSettings(
                threads,
                queue,
                LONG_BYTES,
                0,
                defaults.cacheBytes(),
                timeout,
                1000,
                defaults.nativeMemoryBytes(),
                defaults.maxTemplateLoops(),
                defaults.maxTemplateOutputBytes(),
                defaults.maxTemplateDepth());
    }

    static PromptPipeline pipeline(ModelSettings... models) {
        return new PromptPipeline(PromptSettings.defaults().withTimeout(Duration.ofMinutes(5)), List.of(models));
    }

    static HashedPrompt hash(PromptPipeline pipeline, GenerationRequest request) throws Exception {
        return await(pipeline.hash(request, new int[] {4}, Engine.VLLM));
    }

    static HashedPrompt await(CompletableFuture<HashedPrompt> prompt) throws Exception {
        return prompt.get(30, TimeUnit.SECONDS);
    }
}
