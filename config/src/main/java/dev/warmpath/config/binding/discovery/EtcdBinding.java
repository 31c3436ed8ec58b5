package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.discovery.EtcdSettings;
import dev.warmpath.config.settings.tls.SourceTls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code discovery[].etcd}. */
final class EtcdBinding {

    private final TlsBinding files;

    /** @param files reads what a source says of TLS */
    EtcdBinding(TlsBinding files) {
        this.files = files;
    }

    @Nullable
    EtcdSettings bind(Section section, @Nullable EtcdSettings now) {
        List<URI> endpoints = section.values("endpoints", WorkerUrl.KIND, inForce(now, EtcdSettings::endpoints));
        String prefix = section.required("prefix", text(), inForce(now, EtcdSettings::prefix));
        String user = section.optional("user", text(), inForce(now, EtcdSettings::user));
        String password = section.optional("password", secret(), inForce(now, EtcdSettings::password));
        SourceTls own = section.optionalSection("tls", inForce(now, EtcdSettings::tls), files::source);
        Duration interval = section.value(
                "interval", SourceKinds.LOOK_UP, now == null ? EtcdSettings.USUAL_INTERVAL : now.interval());
        Duration timeout =
                section.value("timeout", SourceKinds.ANSWER, now == null ? EtcdSettings.USUAL_TIMEOUT : now.timeout());
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
}
