package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.size;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.CollectorUrl;
import dev.warmpath.config.address.UrlPath;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.AdmissionSettings;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EngineLoadSettings;
import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.HealthSettings;
import dev.warmpath.config.settings.TracingSettings;
import java.time.Duration;

/**
 * The sections about keeping requests away: from a router that has enough of them ({@code admission}), and from workers
 * that cannot serve them ({@code health}, {@code breaker}); and about what is told of requests: by engines ({@code
 * feedback}, {@code engine_load}) and by the router ({@code tracing}).
 */
final class CareBindings {

    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));
    static final Kind<Integer> CROWD = integer(1, 10_000_000);
    private static final Kind<Double> SHARE = decimal(0, 1, "a number from 0 to 1");
    private static final Kind<Integer> THRESHOLD = integer(1, 1000);

    private CareBindings() {}

    /** @param maxBodyBytes of one request's body */
    static AdmissionSettings admission(Section section, AdmissionSettings now, long maxBodyBytes) {
        int all = section.value("max_in_flight", CROWD, now.maxInFlight());
        // Whoever lowers the one need not write the other.
        int perModel = section.value("max_in_flight_per_model", CROWD, Math.min(all, now.maxInFlightPerModel()));
        if (perModel > all) {
            refuseMoreThanAll(section, "max_in_flight_per_model", perModel, all);
        }
        int queued = section.value("max_queued_per_model", integer(0, 10_000_000), now.maxQueuedPerModel());
        Duration queueTimeout = section.value("queue_timeout", CLOCK, now.queueTimeout());
        long bodies = section.value("max_bodies", size(1 << 10, Long.MAX_VALUE), now.maxBodiesBytes());
        if (bodies < maxBodyBytes) {
            section.refuse(
                    "max_bodies",
                    "is less than server.max_body (" + maxBodyBytes
                            + " bytes): a body that may be sent could never be taken in",
                    Long.toString(bodies),
                    "Raise it to server.max_body at least, or lower server.max_body");
        }
        return PriorityBinding.bind(section, new AdmissionSettings(all, perModel, queued, queueTimeout, bodies), now);
    }

    /** One model's places are some of all places. */
    static void refuseMoreThanAll(Section section, String key, int places, int all) {
        section.refuse(
                key,
                "is more than admission.max_in_flight (" + all + "), and would bound nothing",
                Integer.toString(places),
                "Lower it to " + all + " at most, leave it out, or raise admission.max_in_flight");
    }

    static FeedbackSettings feedback(Section section, FeedbackSettings now) {
        return new FeedbackSettings(section.value("ask_usage", flag(), now.askUsage()));
    }

    static EngineLoadSettings engineLoad(Section section, EngineLoadSettings now) {
        EngineLoadSettings load = new EngineLoadSettings(
                section.value("enabled", flag(), now.enabled()),
                section.value("stream", flag(), now.stream()),
                section.value("interval", CLOCK, now.interval()),
                section.value("timeout", CLOCK, now.timeout()),
                section.value("stale_after", CLOCK, now.staleAfter()),
                section.value("disagree_after", CLOCK, now.disagreeAfter()),
                section.value("max_body", size(1 << 10, 1 << 30), now.maxBodyBytes()));
        if (load.staleAfter().compareTo(load.interval()) <= 0) {
            section.refuse(
                    "stale_after",
                    "is not longer than engine_load.interval: every answer would be stale before the next",
                    null,
                    "Make it a few intervals");
        }
        return load;
    }

    static TracingSettings tracing(Section section, TracingSettings now) {
        return new TracingSettings(
                section.value("endpoint", CollectorUrl.KIND, now.endpoint()),
                section.value("share", SHARE, now.share()),
                section.value("service_name", text(), now.serviceName()),
                section.value("max_queued_spans", CROWD, now.maxQueuedSpans()));
    }

    static HealthSettings health(Section section, HealthSettings now) {
        return new HealthSettings(
                section.value("enabled", flag(), now.enabled()),
                section.value("path", UrlPath.KIND, now.path()),
                section.value("interval", CLOCK, now.interval()),
                section.value("timeout", CLOCK, now.timeout()),
                section.value("failures", THRESHOLD, now.failures()),
                section.value("successes", THRESHOLD, now.successes()));
    }

    static BreakerSettings breaker(Section section, BreakerSettings now) {
        BreakerSettings breaker = new BreakerSettings(
                section.value("consecutive_failures", THRESHOLD, now.consecutiveFailures()),
                section.value("window", integer(1, BreakerSettings.MAX_WINDOW), now.window()),
                section.value(
                        "failure_rate", decimal(Double.MIN_VALUE, 1, "a number above 0, at most 1"), now.failureRate()),
                section.value("open_min", CLOCK, now.openMin()),
                section.value("open_max", CLOCK, now.openMax()));
        if (breaker.openMin().compareTo(breaker.openMax()) > 0) {
            section.refuse("open_min", "is longer than breaker.open_max", null, "Make it the shorter of the two");
        }
        return breaker;
    }
}
