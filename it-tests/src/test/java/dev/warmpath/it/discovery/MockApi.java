package dev.warmpath.it.discovery;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The main class of the process in which {@link MockKubernetes} runs fabric8's mock of an API server. It answers each line of
 * its standard input with one line, and ends with that:
 *
 * <ul>
 *   <li>{@code start}: {@code port N}, where it listens from now on; the same each time.
 *   <li>{@code stop}: {@code stopped}. Nobody is answered any more; what was written is kept.
 *   <li>{@code watched NAMESPACE}: {@code true} or {@code false}, whether anybody has begun to watch there.
 * </ul>
 */
final class MockApi {

    /** Keeps what is written, and lists and watches that. */
    private static final class Pods extends KubernetesCrudDispatcher {

        private final List<String> watched = new CopyOnWriteArrayList<>();

        @Override
        public MockResponse handleWatch(String path) {
            MockResponse upgrade = super.handleWatch(path);
            WebSocketListener watch = upgrade.getWebSocketListener();
            return upgrade.withWebSocketUpgrade(new WebSocketListener() {
                @Override
                public void onOpen(WebSocket socket, Response response) {
                    watch.onOpen(socket, response);
                    watched.add(path);
                }

                @Override
                public void onClosing(WebSocket socket, int code, String reason) {
                    watch.onClosing(socket, code, reason);
                }

                @Override
                public void onClosed(WebSocket socket, int code, String reason) {
                    watch.onClosed(socket, code, reason);
                }
            });
        }

        boolean watched(String namespace) {
            return watched.stream().anyMatch(path -> path.contains("/namespaces/" + namespace + "/"));
        }
    }

    private final Pods pods = new Pods();
    private @Nullable KubernetesMockServer server;
    private int port;

    private MockApi() {}

    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        // Logs go elsewhere.
        System.setOut(System.err);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        MockApi api = new MockApi();
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            answers.println(api.take(order));
            answers.flush();
        }
        // The mock's threads would go on.
        System.exit(0);
    }

    private String take(String order) {
        if (order.startsWith("watched ")) {
            return Boolean.toString(pods.watched(order.substring("watched ".length())));
        }
        if (server != null) {
            server.destroy();
            server = null;
        }
        if (order.equals("stop")) {
            return "stopped";
        }
        server = new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), pods, false);
        server.init(InetAddress.getLoopbackAddress(), port);
        port = server.getPort();
        return "port " + port;
    }
}
