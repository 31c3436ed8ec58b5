package dev.warmpath.it.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.marcnuri.helm.Helm;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The chart with values over its own, in a directory where Helm finds it. */
final class Chart {

    private static final String SOURCES = "docker/kubernetes/warmpath";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a pod's environment has. */
    static final Map<String, String> ENVIRONMENT = Map.of(
            "WARMPATH_ADMIN_TOKEN",
            "x".repeat(32),
            "POD_NAME",
            "it-warmpath-0",
            "POD_IP",
            "10.1.2.3",
            "ROUTERS_SECRET",
            "y".repeat(32));

    private final Helm helm;

    /**
     * Copies the chart.
     *
     * @param directory where to
     * @param values YAML, as files of {@code helm install --values} have it, the later over the earlier
     */
    Chart(Path directory, String... values) throws IOException {
        Path sources = sources();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.toList()) {
                Path copy = directory.resolve(sources.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        // This Helm renders for Kubernetes 1.20 and cannot be told otherwise.
        Path about = directory.resolve("Chart.yaml");
        Files.writeString(about, Files.readString(about).replaceFirst("(?m)^kubeVersion: .*$", ""));
        Path file = directory.resolve("values.yaml");
        Map<String, Object> merged = yaml().load(Files.readString(file));
        for (String more : values) {
            overlay(merged, yaml().load(more));
        }
        Files.writeString(file, yaml().dump(merged));
        helm = new Helm(directory);
    }

    /** Builds run in the module's folder, some tools in the project's. */
    private static Path sources() {
        Path module = Path.of("..", SOURCES);
        return Files.exists(module) ? module : Path.of(SOURCES);
    }

    private static Yaml yaml() {
        return new Yaml(new SafeConstructor(new LoaderOptions()));
    }

    /** Maps are merged and everything else replaced, as Helm does. */
    @SuppressWarnings("unchecked")
    private static void overlay(Map<String, Object> under, Map<String, Object> over) {
        over.forEach((key, value) -> {
            if (value instanceof Map<?, ?> inner && under.get(key) instanceof Map<?, ?> map) {
                overlay((Map<String, Object>) map, (Map<String, Object>) inner);
            } else {
                under.put(key, value);
            }
        });
    }

    /** What {@code helm lint --strict} finds to say. */
    List<String> complaints() {
        return helm.lint().strict().call().getMessages();
    }

    /**
     * What would be sent to the cluster.
     *
     * @throws IllegalStateException Helm refuses the values
     */
    List<JsonNode> render() {
        List<JsonNode> objects = new ArrayList<>();
        yaml().loadAll(helm.template().withName("it").withNamespace("router").call())
                .forEach(object -> {
                    if (object != null) {
                        objects.add(JSON.valueToTree(object));
                    }
                });
        return objects;
    }

    /** The configuration that the router's pods are given, as {@code serve} reads it. */
    static WarmpathSettings configuration(List<JsonNode> objects) {
        String yaml = only(objects, "ConfigMap", ChartValues.NAME)
                .at("/data/warmpath.yaml")
                .asText();
        LoadResult result = ConfigLoader.loadText(yaml, Path.of("/"), ENVIRONMENT, List.of(), PathCheck.NOT_CHECKED);
        if (result instanceof LoadResult.Loaded loaded) {
            return loaded.settings();
        }
        throw new AssertionError(result + " of " + yaml);
    }

    /** The one object of this kind and name. */
    static JsonNode only(List<JsonNode> objects, String kind, String name) {
        List<JsonNode> found = objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind)
                        && object.at("/metadata/name").asText().equals(name))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " objects are a " + kind + " " + name + " among " + objects);
        }
        return found.get(0);
    }
}
