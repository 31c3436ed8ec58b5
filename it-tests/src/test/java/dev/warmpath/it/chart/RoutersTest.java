package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.ClusterSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas of the chart that tell each other of their load. */
class RoutersTest {

    private static final String SERVICE = ChartValues.NAME + "-routers";

    @TempDir
    private Path directory = Path.of("");

    private List<JsonNode> render(String... values) throws IOException {
        return new Chart(directory, values).render();
    }

    private static JsonNode router(List<JsonNode> objects) {
        return Chart.only(objects, "Deployment", ChartValues.NAME).at("/spec/template/spec/containers/0");
    }

    private static JsonNode named(JsonNode array, String name) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(one -> one.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + array));
    }

    @Test
    void theyAreConfiguredToMeetByANameThatHasTheAddressesOfAll() throws IOException {
        List<JsonNode> objects = render(ChartValues.LEAST, ChartValues.CLUSTER, "cluster: {port: 7900, busPort: 7901}");

        ClusterSettings cluster = Chart.configuration(objects).cluster();

        assertThat(cluster.enabled()).isTrue();
        assertThat(cluster.dns()).isEqualTo(SERVICE + ".router.svc.cluster.local");
        assertThat(cluster.host()).isEqualTo(Chart.ENVIRONMENT.get("POD_IP"));
        assertThat(cluster.name()).isEqualTo(Chart.ENVIRONMENT.get("POD_NAME"));
        assertThat(cluster.secret()).isEqualTo(Chart.ENVIRONMENT.get("ROUTERS_SECRET"));
        assertThat(List.of(cluster.port(), cluster.busPort())).containsExactly(7900, 7901);
        JsonNode ports = router(objects).path("ports");
        assertThat(named(ports, "members").path("containerPort").asInt()).isEqualTo(7900);
        assertThat(named(ports, "bus").path("containerPort").asInt()).isEqualTo(7901);
    }

    /** Members meet before they serve, so the Service has those that are not ready, too. */
    @Test
    void theNamesServiceIsHeadlessAndHasEveryRouter() throws IOException {
        List<JsonNode> objects = render(ChartValues.LEAST, ChartValues.CLUSTER);

        JsonNode service = Chart.only(objects, "Service", SERVICE).path("spec");

        assertThat(service.path("clusterIP").asText()).isEqualTo("None");
        assertThat(service.path("publishNotReadyAddresses").asBoolean()).isTrue();
        assertThat(service.path("selector"))
                .isEqualTo(Chart.only(objects, "Deployment", ChartValues.NAME).at("/spec/selector/matchLabels"));
    }

    @Test
    void addressAndSecretComeByTheEnvironmentAndNotByTheConfiguration() throws IOException {
        List<JsonNode> objects = render(ChartValues.LEAST, ChartValues.CLUSTER);

        JsonNode environment = router(objects).path("env");

        assertThat(named(environment, "POD_NAME")
                        .at("/valueFrom/fieldRef/fieldPath")
                        .asText())
                .isEqualTo("metadata.name");
        assertThat(named(environment, "POD_IP")
                        .at("/valueFrom/fieldRef/fieldPath")
                        .asText())
                .isEqualTo("status.podIP");
        assertThat(named(environment, "ROUTERS_SECRET")
                        .at("/valueFrom/secretKeyRef")
                        .toString())
                .isEqualTo("{\"name\":\"routers\",\"key\":\"word\"}");
    }

    /** More of {@code cluster:} is the configuration's; what the chart relies on is the chart's. */
    @Test
    void theConfigurationMaySayMoreOfThem() throws IOException {
        List<JsonNode> objects = render(
                ChartValues.LEAST, ChartValues.CLUSTER, "config: {cluster: {max_members: 7, host: 0.0.0.0, port: 1}}");

        ClusterSettings cluster = Chart.configuration(objects).cluster();

        assertThat(cluster.maxMembers()).isEqualTo(7);
        assertThat(cluster.host()).isEqualTo(Chart.ENVIRONMENT.get("POD_IP"));
        assertThat(cluster.port()).isEqualTo(7800);
    }

    @Test
    void nothingOfItIsThereWhereItIsOff() throws IOException {
        List<JsonNode> objects = render(ChartValues.LEAST);

        assertThat(Chart.configuration(objects).cluster().enabled()).isFalse();
        assertThat(objects)
                .noneMatch(object -> object.at("/metadata/name").asText().equals(SERVICE));
        assertThat(router(objects).path("env").findValuesAsText("name"))
                .doesNotContain("ROUTERS_SECRET")
                .contains("WARMPATH_ADMIN_TOKEN");
        assertThat(router(objects).path("ports")).hasSize(2);
    }
}
