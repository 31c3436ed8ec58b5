package dev.warmpath.config.binding.admission;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.size;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import java.time.Duration;

/** The section {@code admission}; and what one model may have of its places, wherever that is written. */
public final class AdmissionBinding {

    /** So many requests at one time. */
    public static final Kind<Integer> PLACES = integer(1, 10_000_000);

    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));

    private AdmissionBinding() {}

    /**
     * Binds the section.
     *
     * @param maxBodyBytes of one request's body
     */
    public static AdmissionSettings bind(Section section, AdmissionSettings now, long maxBodyBytes) {
        int all = section.value("max_in_flight", PLACES, now.maxInFlight());
        // Whoever lowers the one need not write the other.
        int perModel = section.value("max_in_flight_per_model", PLACES, Math.min(all, now.maxInFlightPerModel()));
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
    public static void refuseMoreThanAll(Section section, String key, int places, int all) {
        section.refuse(
                key,
                "is more than admission.max_in_flight (" + all + "), and would bound nothing",
                Integer.toString(places),
                "Lower it to " + all + " at most, leave it out, or raise admission.max_in_flight");
    }
}
