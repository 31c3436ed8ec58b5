package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not right in the values is refused before anything reaches a cluster, by its name. */
class ValuesTest {

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    replica                                     | replica: 3
                    replicas                                    | replicas: 0
                    /image/digest                               | image: {digest: latest}
                    /image/pullPolicy                           | image: {pullPolicy: Sometimes}
                    /adminToken/secret                          | adminToken: {secret: ""}
                    /env/0                                      | env: [{value: x}]
                    /volumeMounts/0                             | volumeMounts: [{name: models}]
                    /ports/data                                 | ports: {data: 70000}
                    /service/type                               | service: {type: Internal}
                    terminationGracePeriodSeconds               | terminationGracePeriodSeconds: 0
                    /podDisruptionBudget/maxUnavailable         | podDisruptionBudget: {maxUnavailable: 0}
                    /podDisruptionBudget/maxUnavailable         | podDisruptionBudget: {maxUnavailable: "0%"}
                    /autoscaling/minReplicas                    | autoscaling: {minReplicas: 0}
                    autoscaling.maxReplicas                     | autoscaling: {enabled: true, minReplicas: 5, maxReplicas: 4}
                    /autoscaling/targetCPUUtilizationPercentage | autoscaling: {targetCPUUtilizationPercentage: 101}
                    /podMonitor/interval                        | podMonitor: {interval: soon}
                    engine                                      | networkPolicy: {engine: {}}
                    /networkPolicy/engines/eventPorts/0         | networkPolicy: {engines: {eventPorts: [5557]}}
                    /networkPolicy/engines/bindPorts/0/port     | networkPolicy: {engines: {bindPorts: [{port: 0}]}}
                    /cluster/secret/secret                      | cluster: {enabled: true}
                    /cluster/port                               | cluster: {port: 0}
                    cluster                                     | cluster: {peers: ["router-0:7800"]}
                    """)
    void aValueThatIsUnknownOrCannotBeIsRefused(String name, String value) throws IOException {
        Chart chart = new Chart(directory, ChartValues.LEAST, value);

        assertThatThrownBy(chart::render).hasMessageContaining(name);
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

    @Test
    void aConfigurationWithoutAdminTokenIsRefused() throws IOException {
        Chart chart = new Chart(directory, ChartValues.LEAST, "adminToken: {key: token}", "adminToken: {secret: ''}");

        assertThatThrownBy(chart::render).hasMessageContaining("/adminToken/secret");
    }
}
