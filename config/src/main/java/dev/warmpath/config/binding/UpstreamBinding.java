package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.binding.tls.TlsBinding;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;
import java.time.Duration;
import java.util.Locale;

/** The section {@code upstream}. */
final class UpstreamBinding {

    private static final Duration BLINK = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Kind<Double> SHARE = decimal(0, 1, "a number from 0 to 1");
    private static final Kind<MissingHandOff> MISSING_HAND_OFF =
            choice(MissingHandOff.values(), rule -> rule.name().toLowerCase(Locale.ROOT));
    private static final int KIB = 1 << 10;

    private UpstreamBinding() {}

    static UpstreamSettings bind(Section section, UpstreamSettings now, TlsBinding tls) {
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
}
