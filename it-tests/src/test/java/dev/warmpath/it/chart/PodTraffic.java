package dev.warmpath.it.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Who reaches whom by the network policies of a chart, as
 * https://kubernetes.io/docs/concepts/services-networking/network-policies/ says: pods that a policy selects are closed in its
 * direction, but for what one of its rules admits; rules of all policies add up.
 */
final class PodTraffic {

    private final List<JsonNode> policies;

    /**
     * A pod.
     *
     * @param namespace its labels; empty for the chart's own namespace
     * @param ports its named ports
     */
    record Pod(Map<String, String> labels, Map<String, String> namespace, Map<String, Integer> ports) {

        static Pod neighbour(Map<String, String> labels) {
            return new Pod(labels, Map.of(), Map.of());
        }

        static Pod stranger(Map<String, String> labels, Map<String, String> namespace) {
            return new Pod(labels, namespace, Map.of());
        }

        private boolean isNeighbour() {
            return namespace.isEmpty();
        }
    }

    PodTraffic(List<JsonNode> objects) {
        this.policies = objects.stream()
                .filter(object -> object.path("kind").asText().equals("NetworkPolicy"))
                .toList();
    }

    /** Whether a connection is let out of one pod and into another. */
    boolean passes(Pod from, Pod to, int port) {
        return admits("Egress", from, to, to, port) && admits("Ingress", to, from, to, port);
    }

    /** Whether it is let in, whatever is let out where it comes from. */
    boolean enters(Pod from, Pod to, int port) {
        return admits("Ingress", to, from, to, port);
    }

    private boolean admits(String direction, Pod closed, Pod peer, Pod to, int port) {
        List<JsonNode> closing = policies.stream()
                .filter(policy -> closed.isNeighbour()
                        && matches(policy.at("/spec/podSelector"), closed.labels)
                        && items(policy.at("/spec/policyTypes")).stream()
                                .anyMatch(type -> type.asText().equals(direction)))
                .toList();
        boolean in = direction.equals("Ingress");
        return closing.isEmpty()
                || closing.stream()
                        .flatMap(policy -> items(policy.at(in ? "/spec/ingress" : "/spec/egress")).stream())
                        .anyMatch(rule ->
                                peers(rule.path(in ? "from" : "to"), peer) && ports(rule.path("ports"), to, port));
    }

    private static boolean peers(JsonNode peers, Pod peer) {
        return peers.isEmpty() || items(peers).stream().anyMatch(one -> peer(one, peer));
    }

    private static boolean peer(JsonNode one, Pod peer) {
        if (one.has("ipBlock")) {
            throw new AssertionError("addresses are not looked at here: " + one);
        }
        boolean there = one.has("namespaceSelector")
                ? matches(one.path("namespaceSelector"), peer.namespace)
                : peer.isNeighbour();
        return there && (!one.has("podSelector") || matches(one.path("podSelector"), peer.labels));
    }

    private static boolean ports(JsonNode ports, Pod to, int port) {
        return ports.isEmpty() || items(ports).stream().anyMatch(one -> port(one, to, port));
    }

    private static boolean port(JsonNode one, Pod to, int port) {
        if (!one.path("protocol").asText("TCP").equals("TCP")) {
            return false;
        }
        int first = one.path("port").isTextual()
                ? to.ports.getOrDefault(one.path("port").asText(), -1)
                : one.path("port").asInt();
        return port >= first && port <= one.path("endPort").asInt(first);
    }

    /** An empty selector selects all. */
    private static boolean matches(JsonNode selector, Map<String, String> labels) {
        if (selector.has("matchExpressions")) {
            throw new AssertionError("expressions are not looked at here: " + selector);
        }
        return selector.path("matchLabels").properties().stream()
                .allMatch(label -> label.getValue().asText().equals(labels.get(label.getKey())));
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
