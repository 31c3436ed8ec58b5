package dev.warmpath.it.sim;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.List;
import java.util.Locale;

/** Workers as the router's configuration file lists them. */
public final class WorkerYaml {

    private WorkerYaml() {}

    /** The {@code workers} section. */
    public static String of(List<WorkerSettings> workers) {
        StringBuilder yaml = new StringBuilder("workers:\n");
        workers.forEach(worker -> entry(yaml, worker));
        return yaml.toString();
    }

    private static void entry(StringBuilder yaml, WorkerSettings worker) {
        yaml.append("  - url: ").append(worker.url()).append('\n');
        line(yaml, "role", lower(worker.role()));
        Engine engine = worker.engine();
        if (engine != null) {
            line(yaml, "engine", lower(engine));
        }
        line(yaml, "protocol", worker.protocol().key());
        line(yaml, "models", list(worker.models()));
        line(yaml, "group", quoted(worker.group()));
        line(yaml, "dp_size", Integer.toString(worker.dpSize()));
        if (worker.dpStart() > 0) {
            line(yaml, "dp_start", Integer.toString(worker.dpStart()));
        }
        line(yaml, "block_size", Integer.toString(worker.blockSize()));
        if (worker.bootstrapPort() != null) {
            line(yaml, "bootstrap_port", worker.bootstrapPort().toString());
        }
        if (worker.apiKey() != null) {
            line(yaml, "api_key", quoted(worker.apiKey()));
        }
        KvEventsSettings events = worker.kvEvents();
        if (events instanceof KvEventsSettings.Connect connect) {
            yaml.append("    kv_events:\n");
            deeper(yaml, "endpoints", list(connect.endpoints()));
            if (!connect.replays().isEmpty()) {
                deeper(yaml, "replays", list(connect.replays()));
            }
            deeper(yaml, "topic", quoted(connect.topic()));
        } else if (events instanceof KvEventsSettings.Bind bind) {
            yaml.append("    kv_events:\n");
            deeper(yaml, "bind", quoted("tcp://" + bind.host() + ":" + bind.basePort()));
            deeper(yaml, "topic", quoted(bind.topic()));
        }
    }

    private static void line(StringBuilder yaml, String key, String value) {
        yaml.append("    ").append(key).append(": ").append(value).append('\n');
    }

    private static void deeper(StringBuilder yaml, String key, String value) {
        yaml.append("  ");
        line(yaml, key, value);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String list(List<String> texts) {
        return texts.stream().map(WorkerYaml::quoted).toList().toString();
    }

    /** JSON's strings are YAML's too. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
