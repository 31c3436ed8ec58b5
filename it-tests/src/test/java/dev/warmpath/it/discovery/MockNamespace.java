package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The pods of one namespace of {@link MockKubernetes}, and what a cluster does to them, by fabric8's client. */
final class MockNamespace {

    private static final String PREFIX = "warmpath.dev/";
    /** Whoever has put this on a pod has something to do before it may go: the pod is terminating until then. */
    private static final String FINALIZER = PREFIX + "test";

    private final MockKubernetes api;
    private final KubernetesClient client;
    private final String name;

    MockNamespace(MockKubernetes api, KubernetesClient client, String name) {
        this.api = api;
        this.client = client;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** A pod that is ready, with labels and annotations under the usual prefix. */
    static Pod pod(String name, String ip, Map<String, String> labels, Map<String, String> annotations) {
        Map<String, String> all = prefixed(labels);
        all.put("app", "engine");
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(all)
                .withAnnotations(prefixed(annotations))
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP(ip)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
    }

    private static Map<String, String> prefixed(Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        values.forEach((key, value) -> all.put(PREFIX + key, value));
        return all;
    }

    /** Creates a pod, or changes it: then it stays the same pod. */
    void put(Pod pod) {
        client.pods().inNamespace(name).resource(pod).createOr(NonDeletingOperation::update);
    }

    private PodResource pod(String pod) {
        return client.pods().inNamespace(name).withName(pod);
    }

    void edit(String pod, UnaryOperator<PodBuilder> change) {
        pod(pod).edit(before -> change.apply(new PodBuilder(before)).build());
    }

    /** Running, and not ready or ready. */
    void ready(String pod, boolean ready) {
        edit(
                pod,
                now -> now.editStatus()
                        .editFirstCondition()
                        .withStatus(ready ? "True" : "False")
                        .endCondition()
                        .endStatus());
    }

    /** It has a time of deletion from now on, and is there until {@link #finish}. */
    void terminate(String pod) {
        edit(pod, now -> now.editMetadata().withFinalizers(FINALIZER).endMetadata());
        pod(pod).delete();
    }

    /** What is terminating is gone. */
    void finish(String pod) {
        edit(pod, now -> now.editMetadata().withFinalizers().endMetadata());
    }

    /** Deletes a pod at once. The mock tells that to those only who watch already. */
    void delete(String pod) {
        awaitWatch();
        pod(pod).delete();
    }

    /** Waits until somebody watches: what goes before is not told by the mock. */
    private void awaitWatch() {
        await().atMost(SOON).until(() -> api.watched(name));
    }
}
