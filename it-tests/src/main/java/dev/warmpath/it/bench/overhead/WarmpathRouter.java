package dev.warmpath.it.bench.overhead;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Warmpath as its users run it: {@code serve} with a file, in a process of its own, on a Java runtime with the options of
 * this one.
 */
final class WarmpathRouter implements Subject {

    private static final String MAIN = "dev.warmpath.router.cli.Main";

    private final ChildRouter child;
    private final int adminPort;
    private final @Nullable AnnouncedCaches caches;

    private WarmpathRouter(ChildRouter child, int adminPort, @Nullable AnnouncedCaches caches) {
        this.child = child;
        this.adminPort = adminPort;
        this.caches = caches;
    }

    /**
     * Starts one in front of all workers.
     *
     * @param directory for its files
     * @param caches what the workers announce; null for a router that only relays, without tokenizer and events
     * @param java its Java runtime's binary, or empty for that of this process
     * @param options further ones for its Java runtime
     */
    static WarmpathRouter start(
            Path directory,
            LightEngine engine,
            Shape shape,
            @Nullable AnnouncedCaches caches,
            String java,
            List<String> options) {
        int port = ChildRouter.freePort();
        int adminPort = ChildRouter.freePort();
        try {
            Path config = Files.writeString(
                    directory.resolve("warmpath.yaml"), config(port, adminPort, engine, shape, caches));
            List<String> command = new ArrayList<>();
            command.add(
                    java.isEmpty()
                            ? Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString()
                            : java);
            List<String> inherited = ManagementFactory.getRuntimeMXBean().getInputArguments();
            command.addAll(JavaOptions.of(inherited, java.isEmpty(), options));
            command.addAll(List.of("-cp", classPath(), MAIN, "serve", "--config", config.toString()));
            return new WarmpathRouter(ChildRouter.start(command, directory, port, "/ready"), adminPort, caches);
        } catch (IOException e) {
            throw new UncheckedIOException("the router's files cannot be written", e);
        }
    }

    private static String classPath() {
        StringBuilder absolute = new StringBuilder();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            absolute.append(absolute.isEmpty() ? "" : File.pathSeparator)
                    .append(Path.of(part).toAbsolutePath());
        }
        return absolute.toString();
    }

    private static String config(
            int port, int adminPort, LightEngine engine, Shape shape, @Nullable AnnouncedCaches caches) {
        String model = caches == null ? "" : ", tokenizer: " + caches.model();
        StringBuilder yaml = new StringBuilder("""
                server: {host: 127.0.0.1, port: %d, drain_delay: 0s, shutdown_grace: 1s}
                admin: {host: 127.0.0.1, port: %d}
                admission: {max_in_flight: 32768, max_in_flight_per_model: 32768}
                scoring: {prefill: {overlap_weight: 20.0}, decode: {overlap_weight: 2.0}, mixed: {overlap_weight: 10.0}}
                upstream: {max_connections_per_worker: 16384}
                models: [{name: demo%s}]
                workers:
                """.formatted(port, adminPort, model));
        for (int i = 0; i < shape.workers(); i++) {
            Shape.Seat seat = shape.seat(i);
            yaml.append("  - {url: 'http://127.0.0.1:")
                    .append(engine.address(i).getPort())
                    .append("', role: ")
                    .append(seat.name().toLowerCase(Locale.ROOT))
                    .append(", engine: sglang, block_size: ")
                    .append(AnnouncedCaches.BLOCK_SIZE);
            if (seat == Shape.Seat.PREFILL) {
                // Whether somebody listens there is all that is asked.
                yaml.append(", bootstrap_port: ").append(engine.address(i).getPort());
            }
            if (caches != null && seat != Shape.Seat.DECODE) {
                yaml.append(", kv_events: {endpoint: '")
                        .append(caches.endpoint(i))
                        .append("', replay: '")
                        .append(caches.replayEndpoint(i))
                        .append("'}");
            }
            yaml.append("}\n");
        }
        return yaml.toString();
    }

    @Override
    public boolean isJava() {
        return true;
    }

    @Override
    public double overlap() {
        try {
            HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/metrics"))
                    .build();
            String told = HttpClient.newHttpClient()
                    .send(metrics, HttpResponse.BodyHandlers.ofString())
                    .body();
            double blocks = sum(told, "warmpath_request_blocks_total");
            return blocks == 0 ? 0 : sum(told, "warmpath_overlap_blocks_total") / blocks;
        } catch (IOException e) {
            throw new UncheckedIOException("the router's metrics cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while metrics are read", e);
        }
    }

    /** Of the roles that compute prompts: decode targets are chosen with other caches in mind. */
    private static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") && !line.contains("role=\"decode\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public List<InetSocketAddress> addresses(int client) {
        return child.addresses(client);
    }

    @Override
    public List<ProcessHandle> processes() {
        return child.processes();
    }

    @Override
    public void close() {
        child.close();
        if (caches != null) {
            caches.close();
        }
    }
}
