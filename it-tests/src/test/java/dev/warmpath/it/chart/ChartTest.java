package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.binding.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users get who install the chart: {@code docs/kubernetes.md} promises it. */
class ChartTest {

    private static final String NAME = "it-warmpath";

    private static final String LEAST = """
            adminToken: {secret: admin}
            config:
              scoring:
                prefill: {overlap_weight: 20.0}
                decode: {overlap_weight: 2.0}
              models: [{name: my-model, tokenizer: /models/my-model}]
              index: {max_blocks_per_rank: 4000000}
              workers:
                - {url: "http://prefill:30000", role: prefill, engine: sglang, bootstrap_port: 8998}
                - {url: "http://decode:30000", role: decode, engine: sglang}
            """;

    private static final String ENGINES = LEAST + """
            networkPolicy:
              operators:
                - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}
              engines:
                podSelector: {matchLabels: {app: engine}}
                eventPorts: [{port: 5557, endPort: 5564}]
            """;

    @TempDir
    private Path directory = Path.of("");

    private List<JsonNode> render(String values) throws IOException {
        return new Chart(directory, values).render();
    }

    private static WarmpathSettings configuration(List<JsonNode> objects) {
        String yaml =
                Chart.only(objects, "ConfigMap", NAME).at("/data/warmpath.yaml").asText();
        LoadResult result = ConfigLoader.loadText(
                yaml, Path.of("/"), Map.of("WARMPATH_ADMIN_TOKEN", "x".repeat(32)), List.of(), PathCheck.NOT_CHECKED);
        assertThat(result).as(yaml).isInstanceOf(LoadResult.Loaded.class);
        return ((LoadResult.Loaded) result).settings();
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

        WarmpathSettings settings = configuration(objects);

        assertThat(settings.server().port()).isEqualTo(8081);
        assertThat(settings.admin().port()).isEqualTo(9091);
        assertThat(settings.server().host()).isEqualTo("0.0.0.0");
        assertThat(settings.index().maxBlocksPerRank()).isEqualTo(4_000_000);
        assertThat(settings.workers()).hasSize(2);
        assertThat(router(objects).path("ports").findValuesAsText("containerPort"))
                .containsExactly("8081", "9091");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "adminToken: {secret: admin}",
                "adminToken: {secret: admin}\nconfig: {models: [{name: m}], scoring: {prefill: {overlap_weight: 20}}}",
            })
    void aConfigurationWithoutWeightsIsRefused(String values) throws IOException {
        Chart chart = new Chart(directory, values);

        assertThatThrownBy(chart::render).hasMessageMatching("(?s).*(scoring|decode).*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replica: 3",
                "networkPolicy: {engine: {}}",
                "replicas: 0",
                "adminToken: {secret: \"\"}",
                "image: {digest: latest}"
            })
    void aValueThatIsUnknownOrCannotBeIsRefused(String value) throws IOException {
        Chart chart = new Chart(
                directory,
                LEAST.replace("adminToken: {secret: admin}\n", "")
                        + value
                        + (value.startsWith("adminToken") ? "\n" : "\nadminToken: {secret: admin}\n"));

        assertThatThrownBy(chart::render).hasMessageContaining(value.substring(0, value.indexOf(':')));
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

    /** Events carry the token ids of all prompts. */
    @Test
    void eventPortsAreForRoutersAndEnginesAlone() throws IOException {
        List<JsonNode> objects = render(ENGINES);
        JsonNode policy = Chart.only(objects, "NetworkPolicy", NAME + "-engines");

        assertThat(policy.at("/spec/podSelector/matchLabels/app").asText()).isEqualTo("engine");
        assertThat(policy.at("/spec/policyTypes/0").asText()).isEqualTo("Ingress");
        List<JsonNode> rules = items(policy.at("/spec/ingress"));
        assertThat(rules).hasSize(2);
        assertThat(rules)
                .allSatisfy(rule -> assertThat(items(rule.path("from")))
                        .hasSize(1)
                        .allSatisfy(peer -> assertThat(peer.at("/podSelector/matchLabels"))
                                .as("a peer is chosen by labels")
                                .isNotEmpty()));
        assertThat(rules.get(0).at("/from/0/podSelector/matchLabels/app").asText())
                .isEqualTo("engine");
        JsonNode routers = Chart.only(objects, "Deployment", NAME).at("/spec/selector/matchLabels");
        assertThat(rules.get(1).at("/from/0/podSelector/matchLabels")).isEqualTo(routers);
        assertThat(rules.get(1).at("/ports").toString())
                .contains("\"port\":30000", "\"port\":8998", "\"port\":5557,\"endPort\":5564");
    }

    @Test
    void theAdminPortIsForOperatorsAlone(@TempDir Path other) throws IOException {
        JsonNode nobody = Chart.only(render(LEAST), "NetworkPolicy", NAME).at("/spec/ingress");
        JsonNode operators = Chart.only(new Chart(other, ENGINES).render(), "NetworkPolicy", NAME)
                .at("/spec/ingress");

        assertThat(nobody.findValuesAsText("port")).containsExactly("data");
        List<JsonNode> admin = items(operators).stream()
                .filter(rule -> rule.findValuesAsText("port").contains("admin"))
                .toList();
        assertThat(admin)
                .singleElement()
                .satisfies(
                        rule -> assertThat(rule.at("/from/0/namespaceSelector/matchLabels/kubernetes.io~1metadata.name")
                                        .asText())
                                .isEqualTo("monitoring"));
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

    /** Who discovers no pods has no token of the cluster's in the router; who does may list pods, and nothing else. */
    @Test
    void routerMayLookAtPodsOnlyWhereItDiscoversThem() throws IOException {
        List<JsonNode> objects = render(LEAST + """
                  discovery:
                    - name: pods
                      worker: {role: prefill, engine: sglang}
                      kubernetes: {namespace: engines, selector: app=engine, port: 30000}
                """);

        JsonNode role = Chart.only(objects, "Role", NAME + "-pods");
        assertThat(role.at("/metadata/namespace").asText()).isEqualTo("engines");
        assertThat(role.at("/rules")).hasSize(1);
        assertThat(role.at("/rules/0/resources")).extracting(JsonNode::asText).containsExactly("pods");
        JsonNode binding = Chart.only(objects, "RoleBinding", NAME + "-pods");
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo(NAME);
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo("router");
        JsonNode pod = Chart.only(objects, "Deployment", NAME).at("/spec/template/spec");
        assertThat(pod.at("/serviceAccountName").asText()).isEqualTo(NAME);
        assertThat(pod.at("/automountServiceAccountToken").asBoolean()).isTrue();
        assertThat(configuration(objects).discovery()).hasSize(1);
    }
}
