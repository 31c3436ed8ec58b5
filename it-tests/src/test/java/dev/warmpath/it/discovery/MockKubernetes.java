package dev.warmpath.it.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * fabric8's mock of an API server, which creates, changes, deletes, lists and watches as its client asks, in a process of its
 * own: it runs on Vert.x 4, which no class path has beside the router's Vert.x 5. The process has the class path of this one
 * with the jars of {@code target/mock-kubernetes}, where the build copies them to, in the place of the router's Vert.x.
 *
 * <p>The mock remembers no versions: who begins to watch is told all that is there, and not what went before.
 */
final class MockKubernetes implements AutoCloseable {

    private static final Path VERTX_4 = Path.of("target", "mock-kubernetes");

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;
    private final KubernetesClient client;
    private final int port;
    private int namespaces;

    /** Starts it. */
    MockKubernetes() throws IOException {
        process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath(),
                        MockApi.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = process.outputWriter();
        answers = process.inputReader();
        port = Integer.parseInt(ask("start").substring("port ".length()));
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + port)
                        .build())
                .build();
    }

    private static String classPath() throws IOException {
        assertThat(VERTX_4)
                .as("what mvn -pl it-tests dependency:copy@mock-kubernetes makes")
                .isDirectory();
        List<Path> instead;
        try (Stream<Path> jars = Files.list(VERTX_4)) {
            instead = jars.toList();
        }
        Stream<Path> own = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(part -> !Objects.toString(part.getFileName()).startsWith("vertx-"));
        return Stream.concat(instead.stream(), own)
                .map(part -> part.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String ask(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
            return Objects.requireNonNull(answers.readLine(), "the mock API server has ended");
        } catch (IOException gone) {
            throw new UncheckedIOException("the mock API server does not answer", gone);
        }
    }

    /** Where it listens, each time that it is started. */
    int port() {
        return port;
    }

    /** Nobody is answered any more; pods stay. */
    void stop() {
        assertThat(ask("stop")).isEqualTo("stopped");
    }

    /** Answers from now on, with no watch open. */
    void start() {
        assertThat(ask("start")).isEqualTo("port " + port);
    }

    /** A namespace that was not used before, so that tests see nothing of each other. */
    MockNamespace namespace() {
        namespaces++;
        return new MockNamespace(this, client, "inference-" + namespaces);
    }

    boolean watched(String namespace) {
        return ask("watched " + namespace).equals("true");
    }

    @Override
    public void close() {
        client.close();
        try (orders;
                answers) {
            // The process ends with its standard input.
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } finally {
            process.onExit().orTimeout(5, TimeUnit.SECONDS).join();
        }
    }
}
