package dev.warmpath.router.discovery.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.discovery.EtcdSettings;
import dev.warmpath.router.discovery.source.FaultReason;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.parsetools.RecordParser;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint's JSON gateway. Failed futures hold an {@link EtcdFault}. Closing it ends every call.
 */
final class EtcdClient implements AutoCloseable {

    /** Ten thousand records of a few KB. */
    private static final int MOST_BYTES = 64 << 20;

    /** A watch tells at most so much in one line; etcd's own limit for a value is 1.5 MiB. */
    private static final int LONGEST_LINE = 8 << 20;

    private static final int DEEPEST = 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI endpoint;
    private final HttpClient client;
    private final @Nullable ClientSSLOptions tls;
    private final long timeoutMillis;
    private @Nullable String token;

    /** @param tls how it is called, or null where that is by plain http */
    EtcdClient(Vertx vertx, URI endpoint, EtcdSettings settings, @Nullable ClientSSLOptions tls) {
        this.endpoint = endpoint;
        this.timeoutMillis = settings.timeout().toMillis();
        HttpClientOptions options =
                new HttpClientOptions().setConnectTimeout((int) timeoutMillis).setTcpKeepAlive(true);
        this.tls = tls;
        this.client = vertx.createHttpClient(options);
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** From the next call on the router is this user. */
    Future<Void> logIn(String user, String password) {
        ObjectNode credentials = object().put("name", user).put("password", password);
        return call("/v3/auth/authenticate", credentials).map(answer -> {
            token = answer.path("token").asText();
            return null;
        });
    }

    /** One call and its answer. */
    Future<JsonNode> call(String path, ObjectNode body) {
        return send(path, body)
                .compose(this::whole)
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .recover(failed -> Future.failedFuture(told(failed)));
    }

    /**
     * A call whose answer is a line of JSON now and then; the future fails when it ends, and never succeeds.
     *
     * @param line is given each of them
     */
    Future<Void> follow(String path, ObjectNode body, Handler<JsonNode> line) {
        return send(path, body)
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .compose(response -> response.statusCode() == 200
                        ? lines(response, line)
                        : whole(response).<Void>mapEmpty())
                .recover(failed -> Future.failedFuture(told(failed)));
    }

    private Future<HttpClientResponse> send(String path, ObjectNode body) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(endpoint.getHost().replaceAll("[\\[\\]]", ""))
                .setPort(endpoint.getPort())
                .setURI(path)
                .setSsl(tls != null)
                .setSslOptions(tls);
        return client.request(options).compose(request -> send(request, body));
    }

    private Future<HttpClientResponse> send(HttpClientRequest request, ObjectNode body) {
        request.putHeader("content-type", "application/json");
        if (token != null) {
            request.putHeader("authorization", token);
        }
        return request.send(Buffer.buffer(body.toString()));
    }

    private Future<JsonNode> whole(HttpClientResponse response) {
        Promise<JsonNode> answer = Promise.promise();
        Buffer all = Buffer.buffer();
        response.handler(part -> {
            if (all.length() + part.length() > MOST_BYTES) {
                answer.tryFail(new EtcdFault(FaultReason.ANSWER_TOO_LARGE, "more than " + MOST_BYTES + " bytes"));
                response.request().reset();
            } else {
                all.appendBuffer(part);
            }
        });
        response.exceptionHandler(answer::tryFail);
        response.endHandler(end -> {
            try {
                if (response.statusCode() == 200) {
                    answer.tryComplete(read(all));
                } else {
                    answer.tryFail(complaint(response, all));
                }
            } catch (EtcdFault unreadable) {
                answer.tryFail(unreadable);
            }
        });
        return answer.future();
    }

    /** What etcd refuses before it gets to the gateway it complains of in plain text. */
    private static EtcdFault complaint(HttpClientResponse response, Buffer all) throws EtcdFault {
        String type = response.getHeader("content-type");
        return type != null && type.startsWith("text/plain")
                ? EtcdFault.of(response.statusCode(), all.toString().strip())
                : EtcdFault.of(response.statusCode(), read(all));
    }

    private static Future<Void> lines(HttpClientResponse response, Handler<JsonNode> line) {
        Promise<Void> end = Promise.promise();
        RecordParser parser = RecordParser.newDelimited("\n", response).maxRecordSize(LONGEST_LINE);
        parser.exceptionHandler(end::tryFail);
        parser.endHandler(over -> end.tryFail(new EtcdFault(FaultReason.UNREACHABLE, "the watch has ended")));
        parser.handler(text -> {
            try {
                JsonNode json = read(text);
                if (json.has("error")) {
                    end.tryFail(
                            EtcdFault.of(json.path("error").path("http_code").asInt(), json));
                } else {
                    line.handle(json.path("result"));
                }
            } catch (EtcdFault unreadable) {
                end.tryFail(unreadable);
            }
        });
        return end.future();
    }

    private static JsonNode read(Buffer text) throws EtcdFault {
        try {
            JsonNode json = JSON.readTree(text.toString());
            if (json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException notJson) {
            // Told below; what was sent instead may be long and is not repeated.
        }
        throw new EtcdFault(FaultReason.MALFORMED_ANSWER, "the answer is no JSON object: is this etcd's client port?");
    }

    private static Throwable told(Throwable failed) {
        if (failed instanceof EtcdFault) {
            return failed;
        }
        // A handshake says why it failed only at the end of what it comes from.
        Throwable cause = failed;
        for (int depth = 0; cause.getCause() != null && depth < DEEPEST; depth++) {
            cause = cause.getCause();
        }
        String said = String.valueOf(failed.getMessage());
        String why = String.valueOf(cause.getMessage());
        return new EtcdFault(FaultReason.UNREACHABLE, said.contains(why) ? said : said + ": " + why);
    }

    @Override
    public void close() {
        client.close().onFailure(failed -> {});
    }
}
