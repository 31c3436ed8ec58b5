package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who reaches whom where the chart's network policies hold. */
class NetworkPolicyTest {

    private static final int DATA = 8080;
    private static final int ADMIN = 9090;
    private static final int MEMBERS = 7800;
    private static final int BUS = 7801;
    private static final List<Integer> EVENTS = List.of(5557, 5564, 5657);

    private static final Map<String, String> ENGINE_LABELS = Map.of("app", "engine");
    private static final Map<String, String> ELSEWHERE = Map.of("kubernetes.io/metadata.name", "elsewhere");

    private static final PodTraffic.Pod ENGINE = PodTraffic.Pod.neighbour(ENGINE_LABELS);
    private static final PodTraffic.Pod NEIGHBOUR = PodTraffic.Pod.neighbour(Map.of("app", "other"));
    private static final PodTraffic.Pod OPERATOR =
            PodTraffic.Pod.stranger(Map.of(), Map.of("kubernetes.io/metadata.name", "monitoring"));
    private static final PodTraffic.Pod FALSE_ENGINE = PodTraffic.Pod.stranger(ENGINE_LABELS, ELSEWHERE);

    @TempDir
    private Path directory = Path.of("");

    private List<JsonNode> objects = List.of();

    private PodTraffic traffic(String... values) throws IOException {
        objects = new Chart(directory, values).render();
        return new PodTraffic(objects);
    }

    private PodTraffic.Pod router() {
        JsonNode pod = Chart.only(objects, "Deployment", ChartValues.NAME).at("/spec/template");
        Map<String, Integer> ports = new HashMap<>();
        pod.at("/spec/containers/0/ports")
                .forEach(port -> ports.put(
                        port.path("name").asText(), port.path("containerPort").asInt()));
        return new PodTraffic.Pod(routerLabels(), Map.of(), ports);
    }

    private Map<String, String> routerLabels() {
        Map<String, String> labels = new HashMap<>();
        Chart.only(objects, "Deployment", ChartValues.NAME)
                .at("/spec/template/metadata/labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    private PodTraffic.Pod falseRouter() {
        return PodTraffic.Pod.stranger(routerLabels(), ELSEWHERE);
    }

    /** Events carry the token ids of all prompts. */
    @Test
    void eventPortsAreForRoutersAndEnginesAlone() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES);

        assertThat(EVENTS).allSatisfy(port -> {
            assertThat(traffic.passes(router(), ENGINE, port)).as("a router").isTrue();
            assertThat(traffic.passes(ENGINE, ENGINE, port)).as("an engine").isTrue();
            assertThat(List.of(NEIGHBOUR, OPERATOR, FALSE_ENGINE, falseRouter()))
                    .noneMatch(pod -> traffic.enters(pod, ENGINE, port));
        });
    }

    @Test
    void routersReachOfEnginesWhatTheyNeed() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES);

        assertThat(IntStream.of(30000, 8998)).allMatch(port -> traffic.passes(router(), ENGINE, port));
        assertThat(traffic.enters(router(), ENGINE, 22)).isFalse();
    }

    @Test
    void theAdminPortIsForOperatorsAlone() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES, ChartValues.CLUSTER);

        assertThat(traffic.enters(OPERATOR, router(), ADMIN)).isTrue();
        assertThat(List.of(NEIGHBOUR, ENGINE, FALSE_ENGINE, router(), falseRouter()))
                .noneMatch(pod -> traffic.enters(pod, router(), ADMIN));
    }

    @Test
    void theAdminPortIsForNobodyWhereThereAreNoOperators() throws IOException {
        PodTraffic traffic = traffic(ChartValues.LEAST);

        assertThat(List.of(NEIGHBOUR, OPERATOR, router())).noneMatch(pod -> traffic.enters(pod, router(), ADMIN));
    }

    @Test
    void theDataPortIsForEverybodyUnlessClientsAreNamed(@TempDir Path other) throws IOException {
        assertThat(traffic(ChartValues.LEAST).enters(NEIGHBOUR, router(), DATA)).isTrue();

        objects = new Chart(
                        other,
                        ChartValues.LEAST,
                        "networkPolicy: {clients: [{podSelector: {matchLabels: {app: gateway}}}]}")
                .render();

        PodTraffic named = new PodTraffic(objects);
        assertThat(named.enters(PodTraffic.Pod.neighbour(Map.of("app", "gateway")), router(), DATA))
                .isTrue();
        assertThat(named.enters(NEIGHBOUR, router(), DATA)).isFalse();
    }

    /** Whoever speaks there takes part in the routers' membership, and one of the two ports is not encrypted. */
    @Test
    void portsBetweenRoutersAreForRoutersAlone() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES, ChartValues.CLUSTER);

        assertThat(List.of(MEMBERS, BUS)).allSatisfy(port -> {
            assertThat(traffic.passes(router(), router(), port)).isTrue();
            assertThat(List.of(NEIGHBOUR, ENGINE, OPERATOR, FALSE_ENGINE, falseRouter()))
                    .noneMatch(pod -> traffic.enters(pod, router(), port));
        });
    }

    @Test
    void enginesThatConnectToTheRouterReachThePortsThatItBindsForThemAndNoOthers() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES);

        assertThat(IntStream.of(24000, 24999)).allMatch(port -> traffic.enters(ENGINE, router(), port));
        assertThat(traffic.enters(ENGINE, router(), 25000)).isFalse();
        assertThat(traffic.enters(NEIGHBOUR, router(), 24000)).isFalse();
    }

    @Test
    void theRouterReachesNobodyElse() throws IOException {
        PodTraffic traffic = traffic(ChartValues.ENGINES, ChartValues.CLUSTER);

        assertThat(traffic.passes(router(), NEIGHBOUR, 80)).isFalse();
        assertThat(traffic.passes(router(), OPERATOR, 443)).isFalse();
    }
}
