package dev.warmpath.config.binding.admin;

import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.HostPattern;
import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import java.util.List;

/** The section {@code admin}. */
public final class AdminBinding {

    private AdminBinding() {}

    /**
     * Binds the section.
     *
     * @param claims where the port is claimed
     * @param tls reads what is said of TLS
     */
    public static AdminSettings bind(Section section, AdminSettings now, PortClaims claims, TlsBinding tls) {
        String token = section.optional("token", secret(), now.token());
        List<AdminToken> tokens = AdminTokenBinding.tokens(section, now.tokens());
        List<String> hosts = section.values("worker_hosts", HostPattern.KIND, now.workerHosts());
        AdminSettings admin = new AdminSettings(
                section.value("host", text(), now.host()),
                section.value("port", integer(0, Hosts.MAX_PORT), now.port()),
                token == null || token.isEmpty() ? null : token,
                tokens,
                hosts == null ? now.workerHosts() : hosts,
                section.optionalSection("tls", now.tls(), tls::port),
                section.value("max_workers", integer(0, 100_000), now.maxWorkers()));
        if (!admin.guarded() && !Hosts.isLoopback(admin.host())) {
            section.refuse(
                    "host",
                    "is reachable from other machines and there is no admin.token",
                    admin.host(),
                    "Set admin.token or admin.tokens, or listen on 127.0.0.1");
        }
        claims.addPort(section, "port", admin.host(), admin.port());
        return admin;
    }
}
