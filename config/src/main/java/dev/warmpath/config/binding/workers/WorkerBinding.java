package dev.warmpath.config.binding.workers;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.binding.health.HealthBinding;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The items of {@code workers}. */
public final class WorkerBinding {

    private static final String DEFAULT_GROUP = "default";
    private static final int MAX_RANKS = 1024;

    public static final Kind<Role> ROLE = choice(Role.values(), Role::key);
    public static final Kind<Engine> ENGINE = choice(Engine.values(), WorkerBinding::word);
    public static final Kind<Protocol> PROTOCOL = choice(Protocol.values(), Protocol::key);
    public static final Kind<Integer> PORT = integer(1, Hosts.MAX_PORT);
    public static final Kind<Integer> RANKS = integer(1, MAX_RANKS);
    public static final Kind<Integer> FIRST_RANK = integer(0, 1_000_000);
    public static final Kind<Integer> BLOCK_SIZE = integer(1, 1 << 20);

    private WorkerBinding() {}

    /**
     * Binds one item.
     *
     * @param fleet what it must not have in common with others
     * @return null, and reported, where it makes no worker
     */
    public static @Nullable WorkerSettings bind(Section section, @Nullable WorkerSettings now, Fleet fleet) {
        URI url = section.required("url", WorkerUrl.KIND, inForce(now, WorkerSettings::url));
        Role role = section.required("role", ROLE, inForce(now, WorkerSettings::role));
        Engine engine = section.optional("engine", ENGINE, inForce(now, WorkerSettings::engine));
        Protocol protocol = section.optional("protocol", PROTOCOL, inForce(now, WorkerSettings::protocol));
        List<String> models = models(section, now, fleet);
        String group = section.value("group", text(), now == null ? DEFAULT_GROUP : now.group());
        int dpSize = section.value("dp_size", RANKS, now == null ? 1 : now.dpSize());
        int dpStart = section.value("dp_start", FIRST_RANK, now == null ? 0 : now.dpStart());
        Integer blockSize = section.optional(
                "block_size", BLOCK_SIZE, inForce(now, worker -> worker.blockSize() == 0 ? null : worker.blockSize()));
        Integer bootstrapPort = section.optional("bootstrap_port", PORT, inForce(now, WorkerSettings::bootstrapPort));
        String apiKey = section.optional("api_key", secret(), inForce(now, WorkerSettings::apiKey));
        KvEventsSettings kvEvents = section.optionalSection(
                "kv_events",
                inForce(now, WorkerSettings::kvEvents),
                new KvEventsBinding(url == null ? null : url.getHost(), dpSize, fleet)::bind);
        HealthSettings health = section.optionalSection(
                "health",
                inForce(now, WorkerSettings::health),
                (own, inForce) -> HealthBinding.bind(own, inForce == null ? fleet.health() : inForce));
        WorkerTls tls = section.optionalSection("tls", inForce(now, WorkerSettings::tls), fleet::tls);
        TopologyLabels topology =
                section.optionalSection("topology", inForce(now, WorkerSettings::topology), TopologyBinding::bind);
        if (tls != null && url != null && "http".equals(url.getScheme())) {
            String remedy = "Write https:// in url, or remove tls";
            section.refuse("tls", "is of no use here: the worker's url is plain http", url.toString(), remedy);
        }
        if (url != null) {
            fleet.claimUrl(url, section);
        }
        if (role == null) {
            return null;
        }
        Engine run = engine == null && protocol != null && protocol != Protocol.NONE ? engineOf(protocol) : engine;
        Protocol spoken = protocol == null ? usualProtocol(section, role, run) : protocol;
        if (url == null || spoken == null) {
            return null;
        }
        checkProtocol(section, role, run, spoken);
        if (bootstrapPort != null && !hasBootstrap(role, spoken)) {
            section.refuse(
                    "bootstrap_port",
                    "is of no use here: only prefill workers with a bootstrap protocol have such a server",
                    bootstrapPort.toString(),
                    "Remove it, or correct role and protocol");
        }
        return new WorkerSettings(
                url,
                role,
                run,
                spoken,
                models,
                group,
                dpSize,
                dpStart,
                blockSize == null ? 0 : blockSize,
                bootstrapPort,
                apiKey == null || apiKey.isEmpty() ? null : apiKey,
                kvEvents,
                health,
                tls,
                topology);
    }

    private static List<String> models(Section section, @Nullable WorkerSettings now, Fleet fleet) {
        List<String> models = section.values("models", text(), inForce(now, WorkerSettings::models));
        String declared = String.join(", ", fleet.models());
        if (models == null) {
            if (fleet.models().size() > 1 && !section.has("models")) {
                String message = "is missing, and there is more than one model";
                section.refuse("models", message, null, "Name those that this worker serves, of " + declared);
            }
            return fleet.models();
        }
        if (models.isEmpty()) {
            section.refuse("models", "names no model", null, "Name at least one of " + declared);
        }
        Set<String> seen = new HashSet<>();
        for (String model : models) {
            if (!fleet.models().contains(model)) {
                String remedy = "Declare it under models, or name one of " + declared;
                section.refuse("models", "names a model that is not declared", model, remedy);
            }
            if (!seen.add(model)) {
                section.refuse("models", "names a model more than once", model, "Name it once");
            }
        }
        return models;
    }

    /** Null, and reported, where nothing tells it: vLLM does not say over HTTP which connector it was started with. */
    private static @Nullable Protocol usualProtocol(Section section, Role role, @Nullable Engine engine) {
        if (role == Role.MIXED) {
            return Protocol.NONE;
        }
        if (engine == null) {
            if (!section.has("engine") && !section.has("protocol")) {
                section.refuse(
                        "engine",
                        "is missing, and so is protocol: how a " + word(role)
                                + " worker hands over cannot be asked of it",
                        null,
                        "Name the engine, or the protocol; only mixed workers may leave both out");
            }
            return null;
        }
        return engine == Engine.SGLANG ? Protocol.SGLANG_BOOTSTRAP : Protocol.VLLM_NIXL;
    }

    private static void checkProtocol(Section section, Role role, @Nullable Engine engine, Protocol protocol) {
        if (role == Role.MIXED && protocol != Protocol.NONE) {
            String message = "hands a prefill over to another worker, and a mixed worker does both";
            section.refuse("protocol", message, protocol.key(), "Write none, or leave it out");
        } else if (role != Role.MIXED && protocol == Protocol.NONE) {
            String message = "is for mixed workers; a " + role.key() + " worker needs a hand-over";
            section.refuse("protocol", message, protocol.key(), "Write " + PROTOCOL.expected() + " but none");
        } else if (protocol != Protocol.NONE && engine != null && engineOf(protocol) != engine) {
            String message = "is a protocol of " + word(engineOf(protocol)) + ", and the engine is " + word(engine);
            section.refuse("protocol", message, protocol.key(), "Leave it out to take the engine's usual one");
        }
    }

    private static Engine engineOf(Protocol protocol) {
        return protocol == Protocol.SGLANG_BOOTSTRAP ? Engine.SGLANG : Engine.VLLM;
    }

    private static boolean hasBootstrap(Role role, Protocol protocol) {
        return role == Role.PREFILL && (protocol == Protocol.SGLANG_BOOTSTRAP || protocol == Protocol.VLLM_MOONCAKE);
    }

    /** An enum constant as configuration writes it. */
    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
