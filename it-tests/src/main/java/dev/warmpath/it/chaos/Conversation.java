package dev.warmpath.it.chaos;

import dev.warmpath.it.chaos.ClientAnswer.Ending;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One request of a client, and what came back. Belongs to the clients' event loop. */
final class Conversation {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,4}");

    private final Vertx vertx;
    private final Prompts.Ask ask;
    private final Consumer<ClientAnswer> then;
    private final long patience;
    private final Buffer body = Buffer.buffer();
    private @Nullable HttpClientRequest request;
    private int status;
    private int retryAfterSeconds;
    private int chunks;
    private long firstByteNanos;
    private boolean over;

    Conversation(Vertx vertx, long patienceMillis, Prompts.Ask ask, Consumer<ClientAnswer> then) {
        this.vertx = vertx;
        this.patience = patienceMillis;
        this.ask = ask;
        this.then = then;
    }

    void start(HttpClient http, int port, String id, Buffer content) {
        vertx.setTimer(patience, late -> end(Ending.HUNG));
        if (ask.leavesAfterMillis() > 0) {
            vertx.setTimer(ask.leavesAfterMillis(), bored -> end(Ending.LEFT));
        }
        http.request(HttpMethod.POST, port, "127.0.0.1", ask.path())
                .onFailure(failed -> end(Ending.BROKEN))
                .onSuccess(opened -> send(opened, id, content));
    }

    private void send(HttpClientRequest opened, String id, Buffer content) {
        request = opened;
        if (over) {
            opened.reset();
            return;
        }
        opened.putHeader("content-type", "application/json").putHeader("x-request-id", id);
        opened.exceptionHandler(failed -> end(Ending.BROKEN));
        opened.response().onFailure(failed -> end(Ending.BROKEN)).onSuccess(this::receive);
        opened.end(content);
    }

    private void receive(HttpClientResponse response) {
        status = response.statusCode();
        String retryAfter = response.getHeader("retry-after");
        // The router writes whole seconds; a date would be an engine's, and stands for no answer here.
        retryAfterSeconds =
                retryAfter != null && SECONDS.matcher(retryAfter).matches() ? Integer.parseInt(retryAfter) : 0;
        response.exceptionHandler(failed -> end(Ending.BROKEN));
        response.handler(this::chunk);
        response.endHandler(whole -> end(Ending.WHOLE));
    }

    private void chunk(Buffer chunk) {
        if (over) {
            return;
        }
        if (firstByteNanos == 0) {
            firstByteNanos = System.nanoTime();
        }
        body.appendBuffer(chunk);
        chunks++;
        if (chunks == ask.leavesAfterChunks()) {
            end(Ending.LEFT);
        }
    }

    private void end(Ending ending) {
        if (over) {
            return;
        }
        over = true;
        if (ending != Ending.WHOLE && request != null) {
            request.reset();
        }
        then.accept(new ClientAnswer(status, body.getBytes(), firstByteNanos, ending, retryAfterSeconds));
    }
}
