package dev.warmpath.it.sim.pods;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a Kubernetes API server that lists and watches the pods of one namespace, as
 * https://kubernetes.io/docs/reference/using-api/api-concepts/ describes it: resource versions, {@code limit}, label selectors
 * of one {@code key=value}, watch events as lines of JSON, bearer tokens with 401, and 410 for versions that are gone. Watches are
 * WebSockets, or chunked answers behind who does not pass those on.
 */
public final class PodServer implements AutoCloseable {

    public static final String NAMESPACE = "inference";
    public static final String TOKEN = "pods-token";

    private static final String PATH = "/api/v1/namespaces/" + NAMESPACE + "/pods";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int SERVICE_UNAVAILABLE = 503;

    private record Watch(Consumer<String> line, Runnable end, String selector) {}

    private record Event(long version, String type, ObjectNode pod) {}

    private final Vertx vertx = Vertx.vertx();
    private final HttpServerOptions options;
    private final boolean sockets;
    private final Map<String, ObjectNode> pods = new LinkedHashMap<>();
    private final List<Event> history = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long version = 100;
    private long oldest = 100;
    private int lists;
    private String token = TOKEN;
    private @Nullable HttpServer server;

    /** @param port where it will listen on loopback, each time that it is started */
    public PodServer(int port) {
        this(port, null, true);
    }

    /**
     * @param port where it will listen on loopback, each time that it is started
     * @param tls what it shows who connects, or null for plain HTTP
     * @param sockets whether watches may be WebSockets
     */
    public PodServer(int port, @Nullable PemKeyCertOptions tls, boolean sockets) {
        this.options = new HttpServerOptions().setHost("127.0.0.1").setPort(port);
        if (tls != null) {
            options.setSsl(true).setKeyCertOptions(tls);
        }
        this.sockets = sockets;
    }

    /** Where it listens. */
    public int port() {
        return options.getPort();
    }

    /** From now on this token is asked for, and no other; watches that are open go on. */
    public synchronized void accept(String other) {
        token = other;
    }

    /** Answers from now on. */
    public void start() {
        server = vertx.createHttpServer(options)
                .requestHandler(this::take)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** Nobody is answered any more; pods stay. */
    public void stop() {
        if (server != null) {
            server.close().toCompletionStage().toCompletableFuture().join();
            server = null;
        }
        synchronized (this) {
            watches.clear();
        }
    }

    /** How often all pods, and not only one of them, have been listed. */
    public synchronized int lists() {
        return lists;
    }

    /** Ends every watch, and forgets what has happened so far: who goes on from there gets 410. */
    public synchronized void forget() {
        version++;
        oldest = version;
        history.clear();
        watches.forEach(watch -> watch.end().run());
        watches.clear();
    }

    /** Creates or changes a pod. */
    public synchronized void put(String name, ObjectNode pod) {
        boolean news = !pods.containsKey(name);
        ObjectNode copy = stamped(pod);
        pods.put(name, copy);
        tell(news ? "ADDED" : "MODIFIED", copy);
    }

    /** Takes a pod out, if it is there. */
    public synchronized void delete(String name) {
        ObjectNode gone = pods.remove(name);
        if (gone != null) {
            tell("DELETED", stamped(gone));
        }
    }

    private ObjectNode stamped(ObjectNode pod) {
        version++;
        ObjectNode copy = pod.deepCopy();
        copy.withObject("/metadata").put("resourceVersion", Long.toString(version));
        return copy;
    }

    private void tell(String type, ObjectNode pod) {
        Event event = new Event(version, type, pod);
        history.add(event);
        watches.stream().filter(watch -> selected(pod, watch.selector())).forEach(watch -> write(watch, event));
    }

    private static void write(Watch watch, Event event) {
        ObjectNode line = JSON.createObjectNode().put("type", event.type());
        line.set("object", event.pod());
        watch.line().accept(line + "\n");
    }

    private synchronized void take(HttpServerRequest request) {
        if (!("Bearer " + token).equals(request.getHeader("authorization"))) {
            status(request, 401, "Unauthorized");
        } else if (!request.path().equals(PATH)) {
            status(request, 403, "Forbidden");
        } else if (request.headers().contains("upgrade") && !sockets) {
            status(request, SERVICE_UNAVAILABLE, "no WebSocket here");
        } else if (request.headers().contains("upgrade")) {
            request.toWebSocket().onSuccess(socket -> watch(request, socket));
        } else if ("true".equals(request.getParam("watch"))) {
            watch(request);
        } else {
            list(request);
        }
    }

    private static void status(HttpServerRequest request, int code, String message) {
        request.response()
                .setStatusCode(code)
                .putHeader("content-type", "application/json")
                .end(status(code, message).toString());
    }

    private static ObjectNode status(int code, String message) {
        return JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("code", code);
    }

    private void list(HttpServerRequest request) {
        String limit = request.getParam("limit");
        String selector = request.getParam("labelSelector", "");
        ObjectNode list = JSON.createObjectNode().put("kind", "PodList").put("apiVersion", "v1");
        list.putObject("metadata").put("resourceVersion", Long.toString(version));
        ArrayNode items = list.putArray("items");
        pods.values().stream()
                .filter(pod -> selected(pod, selector))
                .limit("1".equals(limit) ? 1 : Long.MAX_VALUE)
                .forEach(items::add);
        lists += "1".equals(limit) ? 0 : 1;
        request.response().putHeader("content-type", "application/json").end(list.toString());
    }

    private void watch(HttpServerRequest request) {
        HttpServerResponse response = request.response().setChunked(true).putHeader("content-type", "application/json");
        response.writeHead();
        Watch watch = new Watch(response::write, response::end, request.getParam("labelSelector", ""));
        response.closeHandler(gone -> forget(watch));
        begin(request, watch);
    }

    private synchronized void watch(HttpServerRequest request, ServerWebSocket socket) {
        Watch watch = new Watch(socket::writeTextMessage, socket::close, request.getParam("labelSelector", ""));
        socket.closeHandler(gone -> forget(watch));
        begin(request, watch);
    }

    private void begin(HttpServerRequest request, Watch watch) {
        long from = Long.parseLong(request.getParam("resourceVersion", "0"));
        if (from < oldest) {
            ObjectNode gone = status(410, "too old resource version");
            write(watch, new Event(version, "ERROR", gone));
            watch.end().run();
            return;
        }
        watches.add(watch);
        history.stream()
                .filter(event -> event.version() > from && selected(event.pod(), watch.selector()))
                .forEach(event -> write(watch, event));
    }

    private synchronized void forget(Watch watch) {
        watches.remove(watch);
    }

    private static boolean selected(ObjectNode pod, String selector) {
        String[] one = selector.split("=", 2);
        return one.length < 2
                || pod.path("metadata").path("labels").path(one[0]).asText().equals(one[1]);
    }

    /** A pod that is ready, with labels and annotations under the usual prefix. */
    public static ObjectNode pod(
            String name, String uid, String ip, Map<String, String> labels, Map<String, String> annotations) {
        ObjectNode pod = JSON.createObjectNode().put("kind", "Pod").put("apiVersion", "v1");
        ObjectNode metadata = pod.putObject("metadata")
                .put("name", name)
                .put("namespace", NAMESPACE)
                .put("uid", uid);
        ObjectNode written = metadata.putObject("labels").put("app", "engine");
        labels.forEach((key, value) -> written.put("warmpath.dev/" + key, value));
        ObjectNode more = metadata.putObject("annotations");
        annotations.forEach((key, value) -> more.put("warmpath.dev/" + key, value));
        ObjectNode status = pod.putObject("status").put("phase", "Running").put("podIP", ip);
        status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        return pod;
    }

    /** The same pod, running but not ready. */
    public static ObjectNode unready(ObjectNode pod) {
        ObjectNode copy = pod.deepCopy();
        ((ObjectNode) copy.at("/status/conditions/0")).put("status", "False");
        return copy;
    }

    /** The same pod, about to end. */
    public static ObjectNode terminating(ObjectNode pod) {
        ObjectNode copy = pod.deepCopy();
        copy.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        return copy;
    }

    @Override
    public void close() {
        stop();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
