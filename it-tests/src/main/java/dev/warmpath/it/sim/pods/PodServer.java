package dev.warmpath.it.sim.pods;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a Kubernetes API server that lists and watches the pods of one namespace, as
 * https://kubernetes.io/docs/reference/using-api/api-concepts/ describes it: resource versions, {@code limit}, label selectors
 * of one {@code key=value}, watch events as lines of JSON, bearer tokens with 401, and 410 for versions that are gone. Watches over
 * WebSocket are refused, so that the client takes the other way.
 */
public final class PodServer implements AutoCloseable {

    public static final String NAMESPACE = "inference";
    public static final String TOKEN = "pods-token";

    private static final String PATH = "/api/v1/namespaces/" + NAMESPACE + "/pods";
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Watch(HttpServerResponse response, String selector) {}

    private record Event(long version, String type, ObjectNode pod) {}

    private final Vertx vertx = Vertx.vertx();
    private final int port;
    private final Map<String, ObjectNode> pods = new LinkedHashMap<>();
    private final List<Event> history = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private long version = 100;
    private long oldest = 100;
    private int lists;
    private @Nullable HttpServer server;

    /** @param port where it will listen on loopback, each time that it is started */
    public PodServer(int port) {
        this.port = port;
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Answers from now on. */
    public void start() {
        server = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(port))
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
        watches.forEach(watch -> watch.response().end());
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
        watch.response().write(line + "\n");
    }

    private synchronized void take(HttpServerRequest request) {
        if (!("Bearer " + TOKEN).equals(request.getHeader("authorization"))) {
            status(request, 401, "Unauthorized");
        } else if (!request.path().equals(PATH)) {
            status(request, 403, "Forbidden");
        } else if (request.headers().contains("upgrade")) {
            status(request, 404, "no WebSocket here");
        } else if ("true".equals(request.getParam("watch"))) {
            watch(request);
        } else {
            list(request);
        }
    }

    private static void status(HttpServerRequest request, int code, String message) {
        ObjectNode status = JSON.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("code", code);
        request.response()
                .setStatusCode(code)
                .putHeader("content-type", "application/json")
                .end(status.toString());
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
        long from = Long.parseLong(request.getParam("resourceVersion", "0"));
        if (from < oldest) {
            status(request, 410, "too old resource version");
            return;
        }
        HttpServerResponse response = request.response().setChunked(true).putHeader("content-type", "application/json");
        Watch watch = new Watch(response, request.getParam("labelSelector", ""));
        response.writeHead();
        watches.add(watch);
        history.stream()
                .filter(event -> event.version() > from && selected(event.pod(), watch.selector()))
                .forEach(event -> write(watch, event));
        response.closeHandler(gone -> forget(watch));
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
