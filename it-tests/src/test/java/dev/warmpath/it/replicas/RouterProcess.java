package dev.warmpath.it.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One router, run as its users run it, in a small process of its own. */
final class RouterProcess implements AutoCloseable {

    private static final Duration CALL = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final String name;
    private final Path output;
    private final int port;
    private final int adminPort;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CALL)
            .build();
    /** What ends this process ends the router. */
    private final Thread endWithUs;

    private RouterProcess(Process process, String name, Path output, int port, int adminPort) {
        this.process = process;
        this.name = name;
        this.output = output;
        this.port = port;
        this.adminPort = adminPort;
        this.endWithUs = new Thread(process::destroyForcibly, "end-" + name);
        Runtime.getRuntime().addShutdownHook(endWithUs);
    }

    /**
     * Starts one, and returns at once.
     *
     * @param options of its Java machine
     */
    static RouterProcess start(
            Path directory, String name, int port, int adminPort, String yaml, List<String> options) {
        try {
            Path config = Files.writeString(directory.resolve(name + ".yaml"), yaml);
            Path output = directory.resolve(name + ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx160m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Dlogback.configurationFile=logback.xml"));
            command.addAll(options);
            command.addAll(List.of(
                    "-cp", classPath(), "dev.warmpath.router.cli.Main", "serve", "--config", config.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new RouterProcess(process, name, output, port, adminPort);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a router", e);
        }
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    public String name() {
        return name;
    }

    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private URI admin(String path) {
        return URI.create("http://127.0.0.1:" + adminPort + path);
    }

    /** Whether it serves. */
    public boolean ready() {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " has ended; it said: " + said());
        }
        try {
            return client.send(
                                    HttpRequest.newBuilder(url("/ready"))
                                            .timeout(CALL)
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a router starts", interrupted);
        }
    }

    /** What it wrote so far. */
    public String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException("no output of " + name, e);
        }
    }

    public JsonNode get(String path) {
        try {
            return JSON.readTree(text(HttpRequest.newBuilder(admin(path))));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " " + path, e);
        }
    }

    /** Sends a change to the admin port; it has to be taken. */
    public void change(String method, String path, String body) {
        text(HttpRequest.newBuilder(admin(path))
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    /** The sum over all series of a metric whose labels contain this; 0 where there is none. */
    public double metric(String metric, String label) {
        return text(HttpRequest.newBuilder(admin("/metrics")))
                .lines()
                .filter(line -> line.startsWith(metric) && line.contains(label))
                .filter(line -> line.charAt(metric.length()) == '{' || line.charAt(metric.length()) == ' ')
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private String text(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer =
                    client.send(request.timeout(CALL).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(name + " answered " + answer.statusCode() + ": " + answer.body());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not answer", e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a router answers", interrupted);
        }
    }

    /** Ends it without a word. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Stops it where it is, its sockets open. */
    public void freeze() {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void thaw() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            Process sent = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
            if (!sent.waitFor(10, TimeUnit.SECONDS) || sent.exitValue() != 0) {
                throw new IllegalStateException("could not send " + signal + " to " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send a signal", e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a signal is sent", interrupted);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        } catch (IllegalStateException ending) {
            // It runs already, and finds nothing left to end.
        }
    }
}
