package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.binding.workers.Fleet;
import dev.warmpath.config.binding.workers.WorkerBinding;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Problems;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.section.Sections;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.discovery.EtcdSettings;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The items of {@code discovery}. */
public final class DiscoveryBinding {

    /** Names of what else puts workers into a fleet. */
    private static final Set<String> RESERVED = Set.of("configuration", "admin");

    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final List<String> PLACES = List.of("dns", "etcd", "kubernetes");

    private static final Kind<Duration> HOLD = duration(Duration.ZERO, Duration.ofDays(1));
    private static final Kind<Integer> CROWD = integer(1, 100_000);

    private final List<String> models;
    private final HealthSettings health;
    private final WorkerTls tls;
    private final WorkerTemplateBinding template;
    private final EtcdBinding etcd;
    private final KubernetesBinding kubernetes;
    private final Set<String> names = new HashSet<>(RESERVED);

    /**
     * @param models names of the declared models
     * @param health how workers are probed
     * @param tls how workers are called by https
     * @param files reads what a source says of TLS
     */
    public DiscoveryBinding(List<String> models, HealthSettings health, WorkerTls tls, TlsBinding files) {
        this.models = models;
        this.health = health;
        this.tls = tls;
        this.template = new WorkerTemplateBinding(health, tls, files);
        this.etcd = new EtcdBinding(files);
        this.kubernetes = new KubernetesBinding(files);
    }

    /** Binds one item; null, and reported, where the source has no name. */
    public @Nullable DiscoverySettings bind(Section section, @Nullable DiscoverySettings now) {
        String name = section.required("name", text(), inForce(now, DiscoverySettings::name));
        Duration hold = section.value("hold", HOLD, now == null ? DiscoverySettings.USUAL_HOLD : now.hold());
        Duration drain = section.value("drain", HOLD, now == null ? DiscoverySettings.USUAL_DRAIN : now.drain());
        int most = section.value(
                "max_workers", CROWD, now == null ? DiscoverySettings.USUAL_MAX_WORKERS : now.maxWorkers());
        WorkerTemplate worker =
                section.section("worker", common -> template.bind(common, inForce(now, DiscoverySettings::worker)));
        DnsSettings dns = section.optionalSection("dns", inForce(now, DiscoverySettings::dns), DnsBinding::bind);
        EtcdSettings registry = section.optionalSection("etcd", inForce(now, DiscoverySettings::etcd), etcd::bind);
        KubernetesSettings pods =
                section.optionalSection("kubernetes", inForce(now, DiscoverySettings::kubernetes), kubernetes::bind);
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
        boolean plain = (dns != null && "http".equals(dns.scheme())) || (pods != null && "http".equals(pods.scheme()));
        if (worker.tls() != null && plain) {
            String remedy = "Write scheme: https beside the source's name, or remove tls";
            section.refuse("worker", "has tls, which is of no use: its workers are called by plain http", null, remedy);
        }
        return new DiscoverySettings(name, hold, drain, most, worker, dns, registry, pods);
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
}
