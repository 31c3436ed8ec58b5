package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.DnsServer;
import dev.warmpath.config.binding.workers.WorkerBinding;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.discovery.DnsSettings.Family;
import dev.warmpath.config.settings.discovery.DnsSettings.RecordType;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code discovery[].dns}. */
final class DnsBinding {

    private static final Kind<RecordType> RECORD = choice(RecordType.values(), RecordType::key);
    private static final Kind<Family> FAMILY = choice(Family.values(), Family::key);

    private DnsBinding() {}

    static @Nullable DnsSettings bind(Section section, @Nullable DnsSettings now) {
        String name = section.required("name", text(), inForce(now, DnsSettings::name));
        RecordType record = section.value("record", RECORD, now == null ? RecordType.ADDRESS : now.record());
        Family family = section.value("family", FAMILY, now == null ? Family.BOTH : now.family());
        Integer port = section.optional("port", WorkerBinding.PORT, inForce(now, DnsSettings::port));
        String scheme = section.value("scheme", SourceKinds.SCHEME, now == null ? "http" : now.scheme());
        boolean keepNames = section.value("keep_names", flag(), now != null && now.keepNames());
        List<DnsServer> servers = section.values("servers", DnsServer.KIND, inForce(now, DnsSettings::servers));
        Duration interval = section.optional("interval", SourceKinds.LOOK_UP, inForce(now, DnsSettings::interval));
        Duration timeout =
                section.value("timeout", SourceKinds.ANSWER, now == null ? Duration.ofSeconds(2) : now.timeout());
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
}
