package dev.warmpath.it.sim.pd.meet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.events.name.HostNames;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A decode worker's calls to the bootstrap servers of its prefill workers. Belongs to the engine's context. */
public final class BootstrapClient {

    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;
    private static final int CALLS_AT_ONCE = 10_000;

    private final Vertx vertx;
    private final ObjectMapper json;
    private final HttpClient client;

    public BootstrapClient(Vertx vertx, ObjectMapper json) {
        this.vertx = vertx;
        this.json = json;
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                        .setKeepAlive(false),
                new PoolOptions().setHttp1MaxSize(CALLS_AT_ONCE));
    }

    public Future<?> close() {
        return client.close();
    }

    /** Engines look a name up each time. Vert.x's client stays with the address that one had for as long as it is called. */
    private Future<String> address(String host) {
        return HostNames.isAddress(host)
                ? Future.succeededFuture(host)
                : vertx.executeBlocking(() -> InetAddress.getByName(host).getHostAddress(), false);
    }

    /** Asks for KV; the answer comes when it is there. */
    Call fetch(KvSource source) {
        ObjectNode body = json.createObjectNode().put("key", source.key()).put("waits", source.waits());
        if (source.engine() != null) {
            body.put("engine", source.engine());
        }
        Integer rank = source.rank();
        if (rank != null) {
            body.put("rank", rank);
        }
        Call call = new Call();
        String host = withoutBrackets(source.host());
        address(host)
                .compose(address -> client.request(new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(host)
                        .setPort(source.port())
                        .setServer(SocketAddress.inetSocketAddress(source.port(), address))
                        .setURI(BootstrapServer.PATH)))
                .compose(request -> call.send(request, Buffer.buffer(body.toString())))
                .compose(this::read)
                .onComplete(call.answer);
        return call;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private Future<Handover> read(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return Future.failedFuture("the prefill worker answered " + response.statusCode());
        }
        return response.body().compose(body -> {
            try {
                JsonNode answer = json.readTree(body.getBytes());
                return Future.succeededFuture(new Handover(
                        answer.path("tokens").asInt(),
                        answer.path("fingerprint").asInt()));
            } catch (IOException e) {
                return Future.failedFuture(e);
            }
        });
    }

    /** One open call. */
    static final class Call {

        private final Promise<Handover> answer = Promise.promise();
        private @Nullable HttpClientRequest request;
        private boolean left;

        Future<Handover> answer() {
            return answer.future();
        }

        /** Closes the connection: the prefill worker is not told otherwise. */
        void leave() {
            left = true;
            HttpClientRequest open = request;
            if (open != null) {
                open.reset();
            }
        }

        private Future<HttpClientResponse> send(HttpClientRequest opened, Buffer body) {
            request = opened;
            if (left) {
                opened.reset();
            }
            return opened.send(body);
        }
    }
}
