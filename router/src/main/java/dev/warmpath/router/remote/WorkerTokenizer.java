package dev.warmpath.router.remote;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.FirstPrompt;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * {@code POST /tokenize} of a worker that serves the model, in turn, prefill and mixed workers before decode workers.
 * Sent are only the members that make the prompt and that both engines' {@code /tokenize} take.
 */
public final class WorkerTokenizer implements RemoteTokenizer {

    private static final int CONNECTIONS_PER_WORKER = 16;
    private static final int WAITING_PER_WORKER = 256;

    /** About two million ids. */
    private static final int MAX_ANSWER_BYTES = 16 << 20;

    private static final Set<String> SENT = Set.of(
            "model",
            "messages",
            "tools",
            "chat_template_kwargs",
            "add_generation_prompt",
            "continue_final_message",
            "add_special_tokens");

    private final Supplier<FleetView> fleet;
    private final WorkerCall calls;
    private final Duration timeout;
    private final AtomicInteger turn = new AtomicInteger();

    /** @param timeout for one call, connecting included */
    public WorkerTokenizer(Vertx vertx, Supplier<FleetView> fleet, Duration connectTimeout, Duration timeout) {
        this.fleet = fleet;
        this.timeout = timeout;
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout((int) connectTimeout.toMillis())
                        .setKeepAliveTimeout(4),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_WORKER).setMaxWaitQueueSize(WAITING_PER_WORKER));
        this.calls = new WorkerCall(vertx, client, MAX_ANSWER_BYTES);
    }

    @Override
    public CompletableFuture<Answer> tokenize(GenerationRequest request) {
        List<Worker> workers = candidates(request);
        if (workers.isEmpty()) {
            return CompletableFuture.failedFuture(new IOException("no worker serves this model"));
        }
        Worker worker = workers.get(Math.floorMod(turn.getAndIncrement(), workers.size()));
        return calls.send(where(worker), body(request), timeout)
                .<Answer>map(TokenizeAnswer::new)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private List<Worker> candidates(GenerationRequest request) {
        String adapter = request.adapter();
        List<Worker> serving = fleet.get().workers().stream()
                .filter(worker -> worker.settings().models().contains(request.model()))
                .filter(worker -> adapter == null || worker.adapters().serves(adapter, true))
                .toList();
        List<Worker> first = serving.stream()
                .filter(worker -> worker.settings().role() != Role.DECODE)
                .toList();
        return first.isEmpty() ? serving : first;
    }

    private static RequestOptions where(Worker worker) {
        return WorkerCall.to(worker, HttpMethod.POST, "/tokenize").putHeader("content-type", "application/json");
    }

    private static Buffer body(GenerationRequest request) {
        BodyPatch patch = request.body().patch();
        for (String key : request.body().keys()) {
            if (!SENT.contains(key)) {
                patch.drop(key);
            }
        }
        if (request.firstPrompt() instanceof FirstPrompt.Text text) {
            patch.set("prompt", TextNode.valueOf(text.text()).toString());
        }
        return Buffer.buffer(patch.apply());
    }
}
