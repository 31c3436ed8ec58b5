package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.secret;
import static dev.warmpath.config.section.Kinds.size;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.HostPattern;
import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.AdminSettings;
import dev.warmpath.config.settings.AdminToken;
import dev.warmpath.config.settings.ClientClocks;
import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The sections about the router's HTTP sides: {@code server}, {@code admin}, {@code upstream}. */
final class HttpBindings {

    private static final Duration BLINK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofHours(24);
    private static final Kind<Double> SHARE = decimal(0, 1, "a number from 0 to 1");
    private static final Kind<MissingHandOff> MISSING_HAND_OFF =
            choice(MissingHandOff.values(), rule -> rule.name().toLowerCase(Locale.ROOT));
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private HttpBindings() {}

    static ServerSettings server(
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
        claim(section, server.host(), server.port(), claims);
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

    static AdminSettings admin(Section section, AdminSettings now, PortClaims claims, TlsBinding tls) {
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
        claim(section, admin.host(), admin.port(), claims);
        return admin;
    }

    static UpstreamSettings upstream(Section section, UpstreamSettings now, TlsBinding tls) {
        return new UpstreamSettings(
                section.value("connect_timeout", duration(BLINK, HOUR), now.connectTimeout()),
                section.value("max_connections_per_worker", integer(1, 65_536), now.maxConnectionsPerWorker()),
                section.value("max_waiting_per_worker", integer(0, 1_000_000), now.maxWaitingPerWorker()),
                section.value("keep_alive", duration(BLINK, HOUR), now.keepAlive()),
                section.value("retries", integer(0, 10), now.retries()),
                section.value("retry_budget", SHARE, now.retryBudget()),
                section.value("retry_floor", integer(0, 100_000), now.retryFloor()),
                section.value("retry_backoff", duration(Duration.ZERO, HOUR), now.retryBackoff()),
                section.value("retry_backoff_max", duration(Duration.ZERO, HOUR), now.retryBackoffMax()),
                section.value("max_prefill_answer", intSize(KIB, 1 << 30), now.maxPrefillAnswerBytes()),
                section.value("missing_hand_off", MISSING_HAND_OFF, now.missingHandOff()),
                section.value("hand_off_lease", duration(BLINK, HOUR), now.handOffLease()),
                section.value("name_check", duration(Duration.ZERO, HOUR), now.nameCheck()),
                section.section("tls", own -> tls.worker(own, now.tls())));
    }

    private static void claim(Section section, String host, int port, PortClaims claims) {
        if (port != 0) {
            claims.add(new PortClaims.Claim(
                    host,
                    port,
                    port,
                    section.path("port"),
                    (message, remedy) -> section.refuse("port", message, null, remedy)));
        }
    }
}
