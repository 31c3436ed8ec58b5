package dev.warmpath.router.discovery.kubernetes;

import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.Presence;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.discovery.source.WantedSet;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes workers of pods. A pod's labels and annotations, all with one prefix, go before the template: {@code role}, {@code
 * model} and {@code group} as labels; {@code models}, {@code engine}, {@code protocol}, {@code port}, {@code dp-size}, {@code
 * dp-start}, {@code block-size}, {@code bootstrap-port}, {@code kv-events-ports}, {@code kv-replay-ports} (one per rank, with
 * commas), and {@code host}, {@code rail}, {@code rack} and {@code zone} as annotations. A pod without an address, or one that
 * has ended, is no worker yet or any more.
 */
final class PodReader {

    /** An annotation may have 256 KiB; what is read here are names and numbers. */
    private static final int LONGEST = 4096;

    private static final Map<String, String> NUMBERS = Map.of(
            "dp-size",
            "dp_size",
            "dp-start",
            "dp_start",
            "block-size",
            "block_size",
            "bootstrap-port",
            "bootstrap_port");

    private static final List<String> PLACES = List.of("host", "rail", "rack", "zone");

    private final KubernetesSettings settings;
    private final WorkerTemplate template;

    PodReader(KubernetesSettings settings, WorkerTemplate template) {
        this.settings = settings;
        this.template = template;
    }

    WantedSet read(Collection<Pod> pods) {
        List<Announcement> announced = new ArrayList<>();
        List<Rejection> rejected = new ArrayList<>();
        List<Pod> inOrder = new ArrayList<>(pods);
        inOrder.sort(Comparator.comparing(PodReader::origin));
        for (Pod pod : inOrder) {
            PodStatus status = pod.getStatus();
            if (status == null || blank(status.getPodIP()) || ended(status.getPhase())) {
                continue;
            }
            try {
                announced.add(worker(pod, status.getPodIP()));
            } catch (Unreadable wrong) {
                rejected.add(new Rejection(origin(pod), wrong.reason, String.valueOf(wrong.getMessage())));
            }
        }
        return new WantedSet(announced, rejected);
    }

    private static boolean blank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static boolean ended(@Nullable String phase) {
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    private static String origin(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private static Presence presence(Pod pod) {
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return Presence.LEAVING;
        }
        boolean ready = pod.getStatus().getConditions().stream()
                .anyMatch(condition -> "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
        return ready ? Presence.SERVING : Presence.NOT_READY;
    }

    private Announcement worker(Pod pod, String address) throws Unreadable {
        String host = address.contains(":") ? "[" + address + "]" : address;
        Long port = number(pod, "port");
        String text = settings.scheme() + "://" + host + ":" + (port == null ? settings.port() : port);
        URI url = WorkerUrl.normalise(text)
                .orElseThrow(() ->
                        new Unreadable(RejectionReason.MALFORMED_RECORD, "its address and port make no URL: " + text));
        Map<String, Object> values = new HashMap<>(template.at(url));
        put(values, "role", label(pod, "role"));
        put(values, "group", label(pod, "group"));
        String model = label(pod, "model");
        put(values, "models", model == null ? null : List.of(model));
        String models = annotation(pod, "models");
        put(values, "models", models == null ? null : list(models));
        put(values, "engine", annotation(pod, "engine"));
        put(values, "protocol", annotation(pod, "protocol"));
        for (Map.Entry<String, String> number : NUMBERS.entrySet()) {
            put(values, number.getValue(), number(pod, number.getKey()));
        }
        topology(pod, values);
        events(pod, host, values);
        return new Announcement(origin(pod), pod.getMetadata().getUid(), url, values, presence(pod));
    }

    /** A label that the pod does not tell is the template's. */
    private void topology(Pod pod, Map<String, Object> values) throws Unreadable {
        Map<String, Object> labels = new HashMap<>();
        if (values.get("topology") instanceof Map<?, ?> common) {
            common.forEach((key, value) -> labels.put(String.valueOf(key), value));
        }
        for (String label : PLACES) {
            put(labels, label, annotation(pod, label));
        }
        if (!labels.isEmpty()) {
            values.put("topology", labels);
        }
    }

    private static void put(Map<String, Object> values, String key, @Nullable Object value) {
        if (value != null) {
            values.put(key, value);
        }
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    /** Ports that are listed take the place of those that the template counts up. */
    private void events(Pod pod, String host, Map<String, Object> values) throws Unreadable {
        List<String> ports = endpoints(pod, "kv-events-ports", host);
        List<String> replays = endpoints(pod, "kv-replay-ports", host);
        if (ports == null && replays == null) {
            return;
        }
        Map<String, Object> events = new HashMap<>();
        if (values.get("kv_events") instanceof Map<?, ?> common) {
            common.forEach((key, value) -> events.put(String.valueOf(key), value));
        }
        if (ports != null) {
            events.remove("endpoint");
            events.remove("replay");
            events.put("endpoints", ports);
        }
        if (replays != null) {
            events.remove("replay");
            events.put("replays", replays);
        }
        values.put("kv_events", events);
    }

    private @Nullable List<String> endpoints(Pod pod, String name, String host) throws Unreadable {
        String text = annotation(pod, name);
        if (text == null) {
            return null;
        }
        List<String> endpoints = new ArrayList<>();
        for (String port : list(text)) {
            endpoints.add(new TcpEndpoint(host, Math.toIntExact(number(name, port))).toString());
        }
        return endpoints;
    }

    private @Nullable Long number(Pod pod, String name) throws Unreadable {
        String text = annotation(pod, name);
        return text == null ? null : number(name, text);
    }

    private long number(String name, String text) throws Unreadable {
        if (!text.matches("[0-9]{1,7}")) {
            String detail = "annotation " + settings.labelPrefix() + name + " is no number: " + text;
            throw new Unreadable(RejectionReason.MALFORMED_RECORD, detail);
        }
        return Long.parseLong(text);
    }

    private @Nullable String label(Pod pod, String name) throws Unreadable {
        return value(pod.getMetadata().getLabels(), name);
    }

    private @Nullable String annotation(Pod pod, String name) throws Unreadable {
        return value(pod.getMetadata().getAnnotations(), name);
    }

    private @Nullable String value(@Nullable Map<String, String> from, String name) throws Unreadable {
        String value = from == null ? null : from.get(settings.labelPrefix() + name);
        if (value != null && value.length() > LONGEST) {
            String detail = settings.labelPrefix() + name + " has " + value.length() + " characters";
            throw new Unreadable(RejectionReason.RECORD_TOO_LARGE, detail);
        }
        return value == null ? null : value.strip();
    }

    /** What is wrong with a pod. No stack trace: it is data. */
    private static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1;

        private final RejectionReason reason;

        Unreadable(RejectionReason reason, String message) {
            super(message, null, false, false);
            this.reason = reason;
        }
    }
}
