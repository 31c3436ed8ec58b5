package dev.warmpath.config.binding.server;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.size;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.server.ClientClocks;
import dev.warmpath.config.settings.server.ServerSettings;
import java.nio.file.Path;
import java.time.Duration;

/** The section {@code server}. */
public final class ServerBinding {

    private static final Duration BLINK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofHours(24);
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private ServerBinding() {}

    /**
     * Binds the section.
     *
     * @param claims where the port is claimed
     * @param directory what a relative path starts from
     * @param paths whether files that are named must be good
     * @param tls reads what is said of TLS
     */
    public static ServerSettings bind(
            Section section, ServerSettings now, PortClaims claims, Path directory, PathCheck paths, TlsBinding tls) {
        ServerSettings server = new ServerSettings(
                section.value("host", text(), now.host()),
                section.value("port", integer(0, Hosts.MAX_PORT), now.port()),
                section.value("max_body", size(KIB, Integer.MAX_VALUE), now.maxBodyBytes()),
                section.value("max_header", intSize(KIB, 8 * MIB), now.maxHeaderBytes()),
                section.value("max_url", intSize(256, MIB), now.maxUrlBytes()),
                section.value("max_connections", integer(1, 10_000_000), now.maxConnections()),
                section.value("body_timeout", duration(BLINK, HOUR), now.bodyTimeout()),
                section.value("request_timeout", duration(BLINK, DAY), now.requestTimeout()),
                section.value("drain_delay", duration(Duration.ZERO, HOUR), now.drainDelay()),
                section.value("shutdown_grace", duration(Duration.ZERO, DAY), now.shutdownGrace()),
                section.value("target_headers", flag(), now.targetHeaders()),
                clocks(section, now.clocks()),
                ClientKeySettingsBinding.bind(section, now.keys(), directory, paths),
                section.optionalSection("tls", now.tls(), tls::port));
        claims.addPort(section, "port", server.host(), server.port());
        return server;
    }

    private static ClientClocks clocks(Section section, ClientClocks now) {
        return new ClientClocks(
                section.value("header_timeout", duration(BLINK, HOUR), now.headerTimeout()),
                section.value("body_progress_timeout", duration(BLINK, HOUR), now.bodyProgressTimeout()),
                section.value("body_progress", intSize(1, 1 << 30), now.bodyProgressBytes()),
                section.value("idle_timeout", duration(BLINK, DAY), now.idleTimeout()),
                section.value("write_timeout", duration(BLINK, DAY), now.writeTimeout()));
    }
}
