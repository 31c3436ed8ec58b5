package dev.warmpath.it.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What Grafana is given to read, held against its documentation (the dashboard's JSON model, and provisioning) and against
 * the compose file that gives it; {@link PrometheusIT} has every query answered. There is no Grafana here to read it itself.
 */
class GrafanaTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DOCKER = root(Path.of("").toAbsolutePath()).resolve("docker");
    private static final int COLUMNS = 24;

    /** Panels that Grafana has of itself, without a plug-in. */
    private static final Set<String> PANELS = Set.of(
            "row",
            "timeseries",
            "stat",
            "gauge",
            "bargauge",
            "barchart",
            "table",
            "heatmap",
            "histogram",
            "text",
            "piechart",
            "state-timeline",
            "status-history");

    /** Grafana's own begin with two underscores. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

    private static Path root(Path folder) {
        return Files.exists(folder.resolve("docker")) ? folder : root(Objects.requireNonNull(folder.getParent()));
    }

    private static JsonNode yaml(String file) throws IOException {
        Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(DOCKER.resolve(file)));
        return JSON.valueToTree(read);
    }

    private static JsonNode dashboard() throws IOException {
        return JSON.readTree(DOCKER.resolve("grafana/warmpath.json").toFile());
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    /** SOURCE:TARGET of each of Grafana's mounts. */
    private static List<String[]> mounts() throws IOException {
        return items(yaml("compose.yaml").at("/services/grafana/volumes")).stream()
                .map(volume -> volume.asText().split(":", 3))
                .toList();
    }

    private static Path mountedAt(String target) throws IOException {
        return mounts().stream()
                .filter(mount -> mount[1].equals(target))
                .map(mount -> DOCKER.resolve(mount[0]).normalize())
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing is mounted at " + target));
    }

    @Test
    void provisioningLiesWhereGrafanaLooksForIt() throws IOException {
        Path provisioning = mountedAt("/etc/grafana/provisioning");

        assertThat(provisioning.resolve("datasources/prometheus.yaml")).isRegularFile();
        assertThat(provisioning.resolve("dashboards/warmpath.yaml")).isRegularFile();
        assertThat(mounts())
                .allSatisfy(mount -> assertThat(DOCKER.resolve(mount[0])).exists());
    }

    @Test
    void theProviderNamesTheFolderInWhichTheDashboardIsMounted() throws IOException {
        List<JsonNode> providers =
                items(yaml("grafana/provisioning/dashboards/warmpath.yaml").path("providers"));

        assertThat(providers).hasSize(1);
        JsonNode provider = providers.get(0);
        assertThat(provider.path("type").asText()).isEqualTo("file");
        assertThat(provider.path("name").asText()).isNotBlank();
        String folder = provider.at("/options/path").asText();
        assertThat(mountedAt(folder + "/warmpath.json")).isEqualTo(DOCKER.resolve("grafana/warmpath.json"));
    }

    @Test
    void theDataSourceIsThePrometheusOfTheComposeFile() throws IOException {
        JsonNode file = yaml("grafana/provisioning/datasources/prometheus.yaml");
        JsonNode services = yaml("compose.yaml").path("services");

        assertThat(file.path("apiVersion").asInt()).isEqualTo(1);
        List<JsonNode> sources = items(file.path("datasources"));
        assertThat(sources).hasSize(1);
        JsonNode source = sources.get(0);
        assertThat(source.path("type").asText()).isEqualTo("prometheus");
        assertThat(source.path("access").asText()).isEqualTo("proxy");
        assertThat(source.path("isDefault").asBoolean()).isTrue();
        URI url = URI.create(source.path("url").asText());
        JsonNode service = services.path(url.getHost());
        assertThat(service.path("image").asText()).contains("prometheus");
        assertThat(service.at("/ports/0").asText()).endsWith(":" + url.getPort());
        assertThat(items(service.path("networks")))
                .as("a network that both are on")
                .containsAnyElementsOf(items(services.at("/grafana/networks")));
    }

    @Test
    void theDashboardSaysWhatGrafanaIdentifiesItBy() throws IOException {
        JsonNode dashboard = dashboard();

        assertThat(dashboard.path("uid").asText()).matches("[a-zA-Z0-9_-]{1,40}");
        assertThat(dashboard.path("title").asText()).isNotBlank();
        assertThat(dashboard.path("schemaVersion").asInt()).isPositive();
        assertThat(dashboard.has("id")).as("an id of some other Grafana's").isFalse();
    }

    @Test
    void panelsAreOfKnownKindsAndLieBesideEachOther() throws IOException {
        Set<Integer> ids = new HashSet<>();
        Set<String> taken = new HashSet<>();
        for (JsonNode panel : dashboard().path("panels")) {
            String title = panel.path("title").asText();
            assertThat(panel.path("type").asText()).as(title).isIn(PANELS);
            assertThat(ids.add(panel.path("id").asInt(-1)))
                    .as("%s has an id of its own", title)
                    .isTrue();
            JsonNode place = panel.path("gridPos");
            int right = place.path("x").asInt(-1) + place.path("w").asInt(-1);
            assertThat(place.path("w").asInt()).as(title).isPositive();
            assertThat(right).as(title).isLessThanOrEqualTo(COLUMNS);
            for (int x = place.path("x").asInt(); x < right; x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    String cell = x + "," + (place.path("y").asInt() + y);
                    assertThat(taken.add(cell))
                            .as("%s lies on another at %s", title, cell)
                            .isTrue();
                }
            }
        }
        assertThat(ids).hasSizeGreaterThan(20);
    }

    @Test
    void everyPanelAsksTheChosenSourceByVariablesThatThereAre() throws IOException {
        JsonNode dashboard = dashboard();
        List<String> variables = items(dashboard.at("/templating/list")).stream()
                .map(variable -> variable.path("name").asText())
                .toList();
        for (JsonNode panel : dashboard.path("panels")) {
            List<String> references = new ArrayList<>();
            for (JsonNode target : panel.path("targets")) {
                references.add(target.path("refId").asText());
                String query = target.path("expr").asText();
                assertThat(query).isNotBlank();
                Matcher used = VARIABLE.matcher(query + panel.path("datasource"));
                while (used.find()) {
                    assertThat(used.group(1))
                            .as(query)
                            .matches(name -> name.startsWith("__") || variables.contains(name));
                }
            }
            assertThat(references)
                    .as(panel.path("title").asText())
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            if (!panel.path("type").asText().matches("row|text")) {
                assertThat(references).as(panel.path("title").asText()).isNotEmpty();
                assertThat(panel.at("/datasource/type").asText()).isEqualTo("prometheus");
                assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${source}");
            }
        }
    }
}
