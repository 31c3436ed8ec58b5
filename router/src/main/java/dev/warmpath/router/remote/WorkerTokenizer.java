package dev.warmpath.router.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.warmpath.config.settings.Role;
import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.FirstPrompt;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * {@code POST /tokenize} of a worker that serves the model, in turn, prefill and mixed workers before decode workers.
 * SGLang and vLLM take the same members and answer {@code {"tokens":[..]}} alike (reference: their OpenAI servers).
 * Sent are only the members that make the prompt.
 */
public final class WorkerTokenizer implements RemoteTokenizer {

    /** About two million ids; an answer that is longer is not read. */
    private static final int MAX_ANSWER_BYTES = 16 << 20;

    private static final int CONNECTIONS_PER_WORKER = 16;
    private static final int WAITING_PER_WORKER = 256;

    private static final Set<String> SENT = Set.of(
            "model",
            "messages",
            "tools",
            "documents",
            "chat_template_kwargs",
            "add_generation_prompt",
            "continue_final_message",
            "add_special_tokens");

    private static final JsonFactory JSON = new JsonFactory();

    private final Supplier<FleetView> fleet;
    private final HttpClient client;
    private final Duration timeout;
    private final AtomicInteger turn = new AtomicInteger();

    /** @param timeout for one call, connecting included */
    public WorkerTokenizer(Vertx vertx, Supplier<FleetView> fleet, Duration connectTimeout, Duration timeout) {
        this.fleet = fleet;
        this.timeout = timeout;
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout((int) connectTimeout.toMillis())
                        .setKeepAliveTimeout(4),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_WORKER).setMaxWaitQueueSize(WAITING_PER_WORKER));
    }

    @Override
    public CompletableFuture<int[]> tokenize(GenerationRequest request) {
        List<Worker> workers = candidates(request.model());
        if (workers.isEmpty()) {
            return CompletableFuture.failedFuture(new IOException("no worker serves this model"));
        }
        Worker worker = workers.get(Math.floorMod(turn.getAndIncrement(), workers.size()));
        Buffer body = body(request);
        return client.request(new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(worker.host())
                        .setPort(worker.port())
                        .setSsl(worker.tls())
                        .setURI("/tokenize")
                        .setTimeout(timeout.toMillis()))
                .compose(open -> send(open, worker, body))
                .compose(WorkerTokenizer::read)
                .map(WorkerTokenizer::ids)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private List<Worker> candidates(String model) {
        List<Worker> serving = fleet.get().workers().stream()
                .filter(worker -> worker.settings().models().contains(model))
                .toList();
        List<Worker> first = serving.stream()
                .filter(worker -> worker.settings().role() != Role.DECODE)
                .toList();
        return first.isEmpty() ? serving : first;
    }

    private static Buffer body(GenerationRequest request) {
        BodyPatch patch = request.body().patch();
        for (String key : request.body().keys()) {
            if (!SENT.contains(key)) {
                patch.drop(key);
            }
        }
        if (request.endpoint() == GenerationRequest.Endpoint.COMPLETIONS
                && request.firstPrompt() instanceof FirstPrompt.Text text) {
            patch.set("prompt", TextNode.valueOf(text.text()).toString());
        }
        return Buffer.buffer(patch.apply());
    }

    private static Future<HttpClientResponse> send(HttpClientRequest open, Worker worker, Buffer body) {
        open.putHeader("content-type", "application/json");
        String apiKey = worker.settings().apiKey();
        if (apiKey != null) {
            open.putHeader("authorization", "Bearer " + apiKey);
        }
        return open.send(body);
    }

    private static Future<Buffer> read(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            response.request().reset();
            return Future.failedFuture(new IOException("/tokenize answered " + response.statusCode()));
        }
        Buffer whole = Buffer.buffer();
        response.handler(chunk -> {
            if (whole.length() + chunk.length() > MAX_ANSWER_BYTES) {
                response.request().reset();
            } else {
                whole.appendBuffer(chunk);
            }
        });
        return response.end().map(whole);
    }

    private static int[] ids(Buffer answer) {
        try (JsonParser json = JSON.createParser(answer.getBytes())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("/tokenize answered no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean tokens = "tokens".equals(json.currentName());
                JsonToken value = json.nextToken();
                if (tokens && value == JsonToken.START_ARRAY) {
                    return ids(json);
                }
                json.skipChildren();
            }
            throw new IllegalArgumentException("/tokenize answered without tokens");
        } catch (IOException broken) {
            throw new IllegalArgumentException("/tokenize answered no JSON", broken);
        }
    }

    private static int[] ids(JsonParser json) throws IOException {
        int[] ids = new int[1024];
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            long id = json.getLongValue();
            if (id < 0 || id > 0xffff_ffffL) {
                throw new IllegalArgumentException("/tokenize answered an id that is no unsigned 32-bit number");
            }
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = (int) id;
        }
        return Arrays.copyOf(ids, count);
    }
}
