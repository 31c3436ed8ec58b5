package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.binding.health.HealthBinding;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.binding.workers.TopologyBinding;
import dev.warmpath.config.binding.workers.WorkerBinding;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.discovery.WorkerTemplate.EventsTemplate;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import org.jspecify.annotations.Nullable;

/** The section {@code discovery[].worker}: keys as those of {@code workers}, none of them required. */
final class WorkerTemplateBinding {

    private final HealthSettings health;
    private final WorkerTls tls;
    private final TlsBinding files;

    /**
     * @param health how workers are probed that say nothing else
     * @param tls how workers are called by https that say nothing else
     * @param files reads what a source says of TLS
     */
    WorkerTemplateBinding(HealthSettings health, WorkerTls tls, TlsBinding files) {
        this.health = health;
        this.tls = tls;
        this.files = files;
    }

    WorkerTemplate bind(Section section, @Nullable WorkerTemplate now) {
        return new WorkerTemplate(
                section.optional("role", WorkerBinding.ROLE, inForce(now, WorkerTemplate::role)),
                section.optional("engine", WorkerBinding.ENGINE, inForce(now, WorkerTemplate::engine)),
                section.optional("protocol", WorkerBinding.PROTOCOL, inForce(now, WorkerTemplate::protocol)),
                section.values("models", text(), inForce(now, WorkerTemplate::models)),
                section.optional("group", text(), inForce(now, WorkerTemplate::group)),
                section.optional("dp_size", WorkerBinding.RANKS, inForce(now, WorkerTemplate::dpSize)),
                section.optional("dp_start", WorkerBinding.FIRST_RANK, inForce(now, WorkerTemplate::dpStart)),
                section.optional("block_size", WorkerBinding.BLOCK_SIZE, inForce(now, WorkerTemplate::blockSize)),
                section.optional("bootstrap_port", WorkerBinding.PORT, inForce(now, WorkerTemplate::bootstrapPort)),
                section.optional("api_key", secret(), inForce(now, WorkerTemplate::apiKey)),
                section.optionalSection(
                        "kv_events", inForce(now, WorkerTemplate::kvEvents), WorkerTemplateBinding::events),
                section.optionalSection(
                        "health",
                        inForce(now, WorkerTemplate::health),
                        (own, inForce) -> HealthBinding.bind(own, inForce == null ? health : inForce)),
                section.optionalSection(
                        "tls",
                        inForce(now, WorkerTemplate::tls),
                        (own, inForce) -> files.worker(own, inForce == null ? tls : inForce)),
                section.optionalSection("topology", inForce(now, WorkerTemplate::topology), TopologyBinding::bind));
    }

    private static @Nullable EventsTemplate events(Section section, @Nullable EventsTemplate now) {
        TcpEndpoint endpoint =
                section.required("endpoint", TcpEndpoint.CONNECT, endpoint(inForce(now, EventsTemplate::endpoint)));
        TcpEndpoint replay =
                section.optional("replay", TcpEndpoint.CONNECT, endpoint(inForce(now, EventsTemplate::replay)));
        String topic = section.value("topic", Kinds.anyText(), now == null ? "" : now.topic());
        return endpoint == null
                ? null
                : new EventsTemplate(endpoint.toString(), replay == null ? null : replay.toString(), topic);
    }

    private static @Nullable TcpEndpoint endpoint(@Nullable String now) {
        return now == null ? null : TcpEndpoint.ofChecked(now);
    }
}
