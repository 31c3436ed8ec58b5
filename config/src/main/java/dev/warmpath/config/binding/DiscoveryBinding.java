package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.DnsServer;
import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Problems;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.section.Sections;
import dev.warmpath.config.settings.DiscoverySettings;
import dev.warmpath.config.settings.DnsSettings;
import dev.warmpath.config.settings.DnsSettings.Family;
import dev.warmpath.config.settings.DnsSettings.RecordType;
import dev.warmpath.config.settings.EtcdSettings;
import dev.warmpath.config.settings.HealthSettings;
import dev.warmpath.config.settings.KubernetesSettings;
import dev.warmpath.config.settings.SourceTls;
import dev.warmpath.config.settings.WorkerTemplate;
import dev.warmpath.config.settings.WorkerTemplate.EventsTemplate;
import dev.warmpath.config.settings.WorkerTls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The items of {@code discovery}. */
final class DiscoveryBinding {

    /** Names of what else puts workers into a fleet. */
    private static final Set<String> RESERVED = Set.of("configuration", "admin");

    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final List<String> PLACES = List.of("dns", "etcd", "kubernetes");

    private static final Kind<Duration> HOLD = duration(Duration.ZERO, Duration.ofDays(1));
    private static final Kind<Duration> LOOK_UP = duration(Duration.ofMillis(100), Duration.ofHours(1));
    private static final Kind<Duration> ANSWER = duration(Duration.ofMillis(10), Duration.ofMinutes(1));
    private static final Kind<Integer> CROWD = integer(1, 100_000);
    private static final Kind<RecordType> RECORD = choice(RecordType.values(), RecordType::key);
    private static final Kind<Family> FAMILY = choice(Family.values(), Family::key);
    private static final Kind<String> SCHEME = choice(new String[] {"http", "https"}, word -> word);

    private final List<String> models;
    private final HealthSettings health;
    private final WorkerTls tls;
    private final TlsBinding files;
    private final Set<String> names = new HashSet<>(RESERVED);

    /**
     * @param models names of the declared models
     * @param health how workers are probed
     * @param tls how workers are called by https
     * @param files reads what a source says of TLS
     */
    DiscoveryBinding(List<String> models, HealthSettings health, WorkerTls tls, TlsBinding files) {
        this.models = models;
        this.health = health;
        this.tls = tls;
        this.files = files;
    }

    @Nullable
    DiscoverySettings bind(Section section, @Nullable DiscoverySettings now) {
        String name = section.required("name", text(), of(now, DiscoverySettings::name));
        Duration hold = section.value("hold", HOLD, now == null ? DiscoverySettings.USUAL_HOLD : now.hold());
        Duration drain = section.value("drain", HOLD, now == null ? DiscoverySettings.USUAL_DRAIN : now.drain());
        int most = section.value(
                "max_workers", CROWD, now == null ? DiscoverySettings.USUAL_MAX_WORKERS : now.maxWorkers());
        WorkerTemplate worker =
                section.section("worker", common -> template(common, of(now, DiscoverySettings::worker)));
        DnsSettings dns = section.optionalSection("dns", of(now, DiscoverySettings::dns), DiscoveryBinding::dns);
        EtcdSettings etcd = section.optionalSection("etcd", of(now, DiscoverySettings::etcd), this::etcd);
        KubernetesSettings kubernetes =
                section.optionalSection("kubernetes", of(now, DiscoverySettings::kubernetes), this::kubernetes);
        long places = PLACES.stream().filter(section::has).count();
        if (places != 1) {
            section.refuse(
                    "",
                    places == 0 ? "names no place where workers are found" : "has more than one place",
                    null,
                    "Write exactly one of " + String.join(", ", PLACES));
        }
        if (name == null) {
            return null;
        }
        if (!name.matches(NAME)) {
            section.refuse(
                    "name", "is not a short name", name, "Use lower-case letters, digits and dashes, 63 at most");
        } else if (!names.add(name)) {
            String remedy = "Give each source a name of its own, other than " + String.join(" and ", RESERVED);
            section.refuse("name", "is taken", name, remedy);
        }
        if (dns != null) {
            tryOut(section, worker);
        }
        boolean plain = (dns != null && "http".equals(dns.scheme()))
                || (kubernetes != null && "http".equals(kubernetes.scheme()));
        if (worker.tls() != null && plain) {
            String remedy = "Write scheme: https beside the source's name, or remove tls";
            section.refuse("worker", "has tls, which is of no use: its workers are called by plain http", null, remedy);
        }
        return new DiscoverySettings(name, hold, drain, most, worker, dns, etcd, kubernetes);
    }

    private static @Nullable DnsSettings dns(Section section, @Nullable DnsSettings now) {
        String name = section.required("name", text(), of(now, DnsSettings::name));
        RecordType record = section.value("record", RECORD, now == null ? RecordType.ADDRESS : now.record());
        Family family = section.value("family", FAMILY, now == null ? Family.BOTH : now.family());
        Integer port = section.optional("port", WorkerBinding.PORT, of(now, DnsSettings::port));
        String scheme = section.value("scheme", SCHEME, now == null ? "http" : now.scheme());
        boolean keepNames = section.value("keep_names", flag(), now != null && now.keepNames());
        List<DnsServer> servers = section.values("servers", DnsServer.KIND, of(now, DnsSettings::servers));
        Duration interval = section.optional("interval", LOOK_UP, of(now, DnsSettings::interval));
        Duration timeout = section.value("timeout", ANSWER, now == null ? Duration.ofSeconds(2) : now.timeout());
        if (record == RecordType.ADDRESS && port == null) {
            String message = "is missing: A and AAAA records do not tell it";
            section.refuse("port", message, null, "Write the workers' HTTP port, or look up SRV records");
        } else if (record == RecordType.SRV && port != null) {
            section.refuse("port", "is told by SRV records", port.toString(), "Remove it");
        }
        if (record == RecordType.ADDRESS && keepNames) {
            section.refuse("keep_names", "is for SRV records: the others have one name for all", null, "Remove it");
        } else if (keepNames && family != Family.BOTH) {
            String message = "is of no use here: with keep_names no addresses are asked for";
            section.refuse("family", message, family.key(), "Remove it, or keep_names");
        }
        return name == null
                ? null
                : new DnsSettings(
                        name,
                        record,
                        family,
                        port,
                        scheme,
                        keepNames,
                        servers == null ? List.of() : servers,
                        interval,
                        timeout);
    }

    private @Nullable EtcdSettings etcd(Section section, @Nullable EtcdSettings now) {
        List<URI> endpoints = section.values("endpoints", WorkerUrl.KIND, of(now, EtcdSettings::endpoints));
        String prefix = section.required("prefix", text(), of(now, EtcdSettings::prefix));
        String user = section.optional("user", text(), of(now, EtcdSettings::user));
        String password = section.optional("password", secret(), of(now, EtcdSettings::password));
        SourceTls own = section.optionalSection("tls", of(now, EtcdSettings::tls), files::source);
        Duration interval =
                section.value("interval", LOOK_UP, now == null ? EtcdSettings.USUAL_INTERVAL : now.interval());
        Duration timeout = section.value("timeout", ANSWER, now == null ? EtcdSettings.USUAL_TIMEOUT : now.timeout());
        if (endpoints == null || endpoints.isEmpty()) {
            section.refuse("endpoints", "names no endpoint", null, "Write a list such as [http://10.0.0.5:2379]");
            return null;
        }
        if ((user == null) != (password == null)) {
            String lacking = user == null ? "user" : "password";
            section.refuse(lacking, "is missing: a user and a password go together", null, "Write both or none");
        }
        if (own != null && endpoints.stream().noneMatch(endpoint -> "https".equals(endpoint.getScheme()))) {
            section.refuse(
                    "tls", "is of no use here: all endpoints are plain http", null, "Write https:// in endpoints");
        }
        return prefix == null ? null : new EtcdSettings(endpoints, prefix, user, password, own, interval, timeout);
    }

    private @Nullable KubernetesSettings kubernetes(Section section, @Nullable KubernetesSettings now) {
        String namespace = section.optional("namespace", text(), of(now, KubernetesSettings::namespace));
        String selector = section.required("selector", text(), of(now, KubernetesSettings::selector));
        String prefix = section.value(
                "label_prefix", text(), now == null ? KubernetesSettings.USUAL_LABEL_PREFIX : now.labelPrefix());
        Integer port = section.required("port", WorkerBinding.PORT, of(now, KubernetesSettings::port));
        String scheme = section.value("scheme", SCHEME, now == null ? "http" : now.scheme());
        URI server = section.optional("server", WorkerUrl.KIND, of(now, KubernetesSettings::server));
        String token = section.optional("token", secret(), of(now, KubernetesSettings::token));
        Path tokenFile = section.optional("token_file", files.files(), of(now, KubernetesSettings::tokenFile));
        SourceTls own = section.optionalSection("tls", of(now, KubernetesSettings::tls), files::source);
        Duration interval =
                section.value("interval", LOOK_UP, now == null ? KubernetesSettings.USUAL_INTERVAL : now.interval());
        Duration timeout =
                section.value("timeout", ANSWER, now == null ? KubernetesSettings.USUAL_TIMEOUT : now.timeout());
        if (token != null && tokenFile != null) {
            section.refuse("token_file", "stands beside token, which says the same", tokenFile.toString(), "Keep one");
        }
        if (server == null && (token != null || tokenFile != null || own != null)) {
            String first = token != null ? "token" : "token_file";
            section.refuse(
                    token != null || tokenFile != null ? first : "tls",
                    "is of no use here: without server the router goes by its service account or kubeconfig",
                    null,
                    "Write server too, or remove it");
        }
        return selector == null || port == null
                ? null
                : new KubernetesSettings(
                        namespace, selector, prefix, port, scheme, server, token, tokenFile, own, interval, timeout);
    }

    private WorkerTemplate template(Section section, @Nullable WorkerTemplate now) {
        return new WorkerTemplate(
                section.optional("role", WorkerBinding.ROLE, of(now, WorkerTemplate::role)),
                section.optional("engine", WorkerBinding.ENGINE, of(now, WorkerTemplate::engine)),
                section.optional("protocol", WorkerBinding.PROTOCOL, of(now, WorkerTemplate::protocol)),
                section.values("models", text(), of(now, WorkerTemplate::models)),
                section.optional("group", text(), of(now, WorkerTemplate::group)),
                section.optional("dp_size", WorkerBinding.RANKS, of(now, WorkerTemplate::dpSize)),
                section.optional("dp_start", WorkerBinding.FIRST_RANK, of(now, WorkerTemplate::dpStart)),
                section.optional("block_size", WorkerBinding.BLOCK_SIZE, of(now, WorkerTemplate::blockSize)),
                section.optional("bootstrap_port", WorkerBinding.PORT, of(now, WorkerTemplate::bootstrapPort)),
                section.optional("api_key", secret(), of(now, WorkerTemplate::apiKey)),
                section.optionalSection("kv_events", of(now, WorkerTemplate::kvEvents), DiscoveryBinding::events),
                section.optionalSection(
                        "health",
                        of(now, WorkerTemplate::health),
                        (own, inForce) -> CareBindings.health(own, inForce == null ? health : inForce)),
                section.optionalSection(
                        "tls",
                        of(now, WorkerTemplate::tls),
                        (own, inForce) -> files.worker(own, inForce == null ? tls : inForce)),
                section.optionalSection("topology", of(now, WorkerTemplate::topology), TopologyBindings::labels));
    }

    private static @Nullable EventsTemplate events(Section section, @Nullable EventsTemplate now) {
        TcpEndpoint endpoint =
                section.required("endpoint", TcpEndpoint.CONNECT, endpoint(of(now, EventsTemplate::endpoint)));
        TcpEndpoint replay = section.optional("replay", TcpEndpoint.CONNECT, endpoint(of(now, EventsTemplate::replay)));
        String topic = section.value("topic", Kinds.anyText(), now == null ? "" : now.topic());
        return endpoint == null
                ? null
                : new EventsTemplate(endpoint.toString(), replay == null ? null : replay.toString(), topic);
    }

    private static @Nullable TcpEndpoint endpoint(@Nullable String now) {
        return now == null ? null : TcpEndpoint.ofChecked(now);
    }

    /** Where the source tells nothing but addresses, what is wrong with its workers is wrong with all of them. */
    private void tryOut(Section section, WorkerTemplate template) {
        Problems problems = new Problems();
        Map<String, Object> values = template.at(URI.create("http://worker.invalid:1"));
        Fleet nobody = new Fleet(models, new PortClaims(), health, tls, TlsBinding.ofRegistered());
        Sections.read(
                Node.of(values), problems, worker -> Optional.ofNullable(WorkerBinding.bind(worker, null, nobody)));
        for (ConfigProblem problem : problems.inFileOrder()) {
            String message = "makes no worker: " + problem.path() + " " + problem.message();
            section.refuse("worker", message, problem.seen(), problem.remedy());
        }
    }

    private static <S, T> @Nullable T of(@Nullable S now, Function<S, @Nullable T> component) {
        return now == null ? null : component.apply(now);
    }
}
