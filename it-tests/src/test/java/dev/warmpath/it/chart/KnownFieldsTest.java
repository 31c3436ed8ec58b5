package dev.warmpath.it.chart;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every field of every object is one that Kubernetes has, of its type: a cluster drops a misspelt one without a word. */
class KnownFieldsTest {

    private static final Map<String, Class<?>> MODELS = Map.of(
            "v1 ConfigMap", ConfigMap.class,
            "v1 Service", Service.class,
            "v1 ServiceAccount", ServiceAccount.class,
            "apps/v1 Deployment", Deployment.class,
            "autoscaling/v2 HorizontalPodAutoscaler", HorizontalPodAutoscaler.class,
            "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "rbac.authorization.k8s.io/v1 Role", Role.class,
            "rbac.authorization.k8s.io/v1 RoleBinding", RoleBinding.class);

    private static final String EVERYTHING = """
            autoscaling: {enabled: true}
            jvmOptions: -Xlog:gc
            env: [{name: A, value: b}]
            volumes: [{name: models, persistentVolumeClaim: {claimName: models, readOnly: true}}]
            volumeMounts: [{name: models, mountPath: /models, readOnly: true}]
            nodeSelector: {disk: fast}
            tolerations: [{key: a, operator: Exists}]
            podLabels: {a: b}
            podAnnotations: {a: b}
            image: {pullSecrets: [{name: registry}]}
            service: {annotations: {a: b}}
            """;

    /** The models keep what they do not know; here that is an error. */
    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated ann) {
                    return false;
                }
            });

    @TempDir
    private Path directory = Path.of("");

    private List<JsonNode> objects() throws IOException {
        return new Chart(directory, ChartValues.DISCOVERY, ChartValues.ENGINES, ChartValues.CLUSTER, EVERYTHING)
                .render();
    }

    private static void read(JsonNode object) throws JsonProcessingException {
        String kind =
                object.path("apiVersion").asText() + " " + object.path("kind").asText();
        Class<?> model = MODELS.get(kind);
        if (model == null) {
            throw new AssertionError("a " + kind + " is not looked at here");
        }
        STRICT.treeToValue(object, model);
    }

    @Test
    void everyObjectHasOnlyWhatItsKindHas() throws IOException {
        for (JsonNode object : objects()) {
            assertThatCode(() -> read(object)).as("%s", object).doesNotThrowAnyException();
        }
    }

    @Test
    void aFieldThatThereIsNotIsSeen() throws IOException {
        JsonNode deployment = Chart.only(objects(), "Deployment", ChartValues.NAME);
        ((ObjectNode) deployment.at("/spec/template/spec/containers/0")).put("livenesProbe", true);

        assertThatThrownBy(() -> read(deployment)).hasMessageContaining("livenesProbe");
    }
}
