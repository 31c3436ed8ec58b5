package dev.warmpath.it.chart;

import static dev.warmpath.it.chart.ChartValues.LEAST;
import static dev.warmpath.it.chart.ChartValues.NAME;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users get who install the chart: {@code docs/kubernetes.md} promises it. */
class ChartTest {

    @TempDir
    private Path directory = Path.of("");

    private List<JsonNode> render(String values) throws IOException {
        return new Chart(directory, values).render();
    }

    private static JsonNode pod(List<JsonNode> objects) {
        return Chart.only(objects, "Deployment", NAME).at("/spec/template");
    }

    private static JsonNode router(List<JsonNode> objects) {
        return pod(objects).at("/spec/containers/0");
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    @Test
    void helmHasNothingToSayAboutIt() throws IOException {
        assertThat(new Chart(directory, LEAST).complaints())
                .filteredOn(message -> !message.contains("icon is recommended"))
                .isEmpty();
    }

    @Test
    void theConfigurationIsOneThatServeTakesAndItsPortsAreThoseOfThePod() throws IOException {
        List<JsonNode> objects = render(LEAST + "ports: {data: 8081, admin: 9091}\n");

        WarmpathSettings settings = Chart.configuration(objects);

        assertThat(settings.server().port()).isEqualTo(8081);
        assertThat(settings.admin().port()).isEqualTo(9091);
        assertThat(settings.server().host()).isEqualTo("0.0.0.0");
        assertThat(settings.index().maxBlocksPerRank()).isEqualTo(4_000_000);
        assertThat(settings.workers()).hasSize(2);
        assertThat(router(objects).path("ports").findValuesAsText("containerPort"))
                .containsExactly("8081", "9091");
    }

    /** To restart a router that has no workers would only make it forget what it knows. */
    @Test
    void onlyReadinessDependsOnWorkers() throws IOException {
        JsonNode router = router(render(LEAST));

        assertThat(router.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/ready");
        assertThat(router.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health");
        assertThat(router.at("/startupProbe/httpGet/path").asText()).isEqualTo("/health");
        assertThat(router.findValuesAsText("scheme")).isEmpty();
    }

    @Test
    void probesSpeakHttpsWhereThePortDoes() throws IOException {
        String tls = LEAST.replace("  models:", "  server: {tls: {cert: /tls/tls.crt, key: /tls/tls.key}}\n  models:");

        assertThat(router(render(tls)).findValuesAsText("scheme")).containsExactly("HTTPS", "HTTPS", "HTTPS");
    }

    @Test
    void aPodThatGoesHasTheTimeToDrain() throws IOException {
        ServerSettings server = ServerSettings.defaults();

        long grace =
                pod(render(LEAST)).at("/spec/terminationGracePeriodSeconds").asLong();

        assertThat(grace)
                .isGreaterThan(server.drainDelay().plus(server.shutdownGrace()).toSeconds());
    }

    @Test
    void thePodMayDoNothingThatARouterDoesNotNeed() throws IOException {
        List<JsonNode> objects = render(LEAST);

        JsonNode security = router(objects).path("securityContext");
        assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
        assertThat(pod(objects).at("/spec/securityContext/runAsNonRoot").asBoolean())
                .isTrue();
        assertThat(pod(objects).at("/spec/automountServiceAccountToken").asBoolean(true))
                .isFalse();
    }

    /** The router reads its file once, so a change has to make new pods. */
    @Test
    void anotherConfigurationIsAnotherPod(@TempDir Path other) throws IOException {
        String checksum = "/metadata/annotations/checksum~1config";

        String before = pod(render(LEAST)).at(checksum).asText();
        String after = pod(new Chart(other, LEAST.replace("20.0", "10.0")).render())
                .at(checksum)
                .asText();

        assertThat(before).isNotEmpty().isNotEqualTo(after);
    }

    @Test
    void theServiceLeadsToTheDataPortAndNotToTheAdminPort() throws IOException {
        List<JsonNode> ports = items(Chart.only(render(LEAST), "Service", NAME).at("/spec/ports"));

        assertThat(ports).extracting(port -> port.path("targetPort").asText()).containsExactly("data");
    }

    @Test
    void theScalerOwnsTheReplicasWhereThereIsOne() throws IOException {
        List<JsonNode> objects = render(LEAST + "autoscaling: {enabled: true}\n");

        assertThat(Chart.only(objects, "Deployment", NAME).at("/spec/replicas").isMissingNode())
                .isTrue();
        assertThat(Chart.only(objects, "HorizontalPodAutoscaler", NAME)
                        .at("/spec/scaleTargetRef/name")
                        .asText())
                .isEqualTo(NAME);
    }

    @Test
    void prometheusScrapesEachPodWithATokenOfItsOwn() throws IOException {
        JsonNode endpoint = Chart.only(
                        render(LEAST + "podMonitor: {enabled: true, token: {secret: scrape, key: read}}\n"),
                        "PodMonitor",
                        NAME)
                .at("/spec/podMetricsEndpoints/0");

        assertThat(endpoint.path("port").asText()).isEqualTo("admin");
        assertThat(endpoint.at("/authorization/credentials").toString())
                .isEqualTo("{\"name\":\"scrape\",\"key\":\"read\"}");
    }

    @Test
    void disruptionsTakeOnePodAtATime() throws IOException {
        List<JsonNode> objects = render(LEAST);
        JsonNode budget = Chart.only(objects, "PodDisruptionBudget", NAME);

        assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1);
        assertThat(budget.at("/spec/selector/matchLabels"))
                .isEqualTo(Chart.only(objects, "Deployment", NAME).at("/spec/selector/matchLabels"));
    }

    @Test
    void aDigestWinsOverATag() throws IOException {
        String digest = "sha256:" + "0".repeat(64);

        assertThat(router(render(LEAST + "image: {repository: r/w, tag: t, digest: \"" + digest + "\"}\n"))
                        .path("image")
                        .asText())
                .isEqualTo("r/w@" + digest);
    }
}
