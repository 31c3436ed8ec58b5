package dev.warmpath.config.binding.discovery;

import static dev.warmpath.config.section.InForce.inForce;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.binding.workers.WorkerBinding;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.tls.SourceTls;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The section {@code discovery[].kubernetes}. */
final class KubernetesBinding {

    private final TlsBinding files;

    /** @param files reads what a source says of TLS */
    KubernetesBinding(TlsBinding files) {
        this.files = files;
    }

    @Nullable
    KubernetesSettings bind(Section section, @Nullable KubernetesSettings now) {
        String namespace = section.optional("namespace", text(), inForce(now, KubernetesSettings::namespace));
        String selector = section.required("selector", text(), inForce(now, KubernetesSettings::selector));
        String prefix = section.value(
                "label_prefix", text(), now == null ? KubernetesSettings.USUAL_LABEL_PREFIX : now.labelPrefix());
        Integer port = section.required("port", WorkerBinding.PORT, inForce(now, KubernetesSettings::port));
        String scheme = section.value("scheme", SourceKinds.SCHEME, now == null ? "http" : now.scheme());
        URI server = section.optional("server", WorkerUrl.KIND, inForce(now, KubernetesSettings::server));
        String token = section.optional("token", secret(), inForce(now, KubernetesSettings::token));
        Path tokenFile = section.optional("token_file", files.files(), inForce(now, KubernetesSettings::tokenFile));
        SourceTls own = section.optionalSection("tls", inForce(now, KubernetesSettings::tls), files::source);
        Duration interval = section.value(
                "interval", SourceKinds.LOOK_UP, now == null ? KubernetesSettings.USUAL_INTERVAL : now.interval());
        Duration timeout = section.value(
                "timeout", SourceKinds.ANSWER, now == null ? KubernetesSettings.USUAL_TIMEOUT : now.timeout());
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
}
