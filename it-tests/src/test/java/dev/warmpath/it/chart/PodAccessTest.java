package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the router may do in the cluster's API. */
class PodAccessTest {

    private static final List<String> KINDS = List.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    @TempDir
    private Path directory = Path.of("");

    private static List<JsonNode> ofKind(List<JsonNode> objects, String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
    }

    @Test
    void whoDiscoversPodsMaySeeThemInTheirNamespacesAndDoNothingElse() throws IOException {
        List<JsonNode> objects = new Chart(directory, ChartValues.DISCOVERY).render();

        List<JsonNode> roles = ofKind(objects, "Role");
        assertThat(roles)
                .extracting(role -> role.at("/metadata/namespace").asText())
                .containsExactlyInAnyOrder("engines", "router");
        assertThat(roles)
                .allSatisfy(
                        role -> assertThat(role.path("rules").toString())
                                .isEqualTo(
                                        "[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\",\"list\",\"watch\"]}]"));
        assertThat(ofKind(objects, "RoleBinding"))
                .extracting(binding -> binding.at("/metadata/namespace").asText())
                .containsExactlyInAnyOrder("engines", "router");
        assertThat(ofKind(objects, "RoleBinding"))
                .allSatisfy(binding -> assertThat(binding.at("/subjects").toString())
                        .isEqualTo("[{\"kind\":\"ServiceAccount\",\"name\":\"" + ChartValues.NAME
                                + "\",\"namespace\":\"router\"}]"));
        assertThat(ofKind(objects, "ClusterRole")).isEmpty();
        assertThat(ofKind(objects, "ClusterRoleBinding")).isEmpty();
        JsonNode pod = Chart.only(objects, "Deployment", ChartValues.NAME).at("/spec/template/spec");
        assertThat(pod.at("/serviceAccountName").asText()).isEqualTo(ChartValues.NAME);
        assertThat(pod.at("/automountServiceAccountToken").asBoolean()).isTrue();
        assertThat(Chart.configuration(objects).discovery()).hasSize(2);
    }

    @Test
    void whoDiscoversNoneHasNoTokenOfTheClusters() throws IOException {
        List<JsonNode> objects = new Chart(directory, ChartValues.ENGINES, ChartValues.CLUSTER).render();

        assertThat(objects)
                .noneMatch(object -> KINDS.contains(object.path("kind").asText()));
        assertThat(Chart.only(objects, "Deployment", ChartValues.NAME)
                        .at("/spec/template/spec/automountServiceAccountToken")
                        .asBoolean(true))
                .isFalse();
    }
}
