package dev.warmpath.config.settings.admission;

import dev.warmpath.config.settings.server.ServerSettings;
import java.time.Duration;
import java.util.List;

/**
 * How much the router takes on at one time ({@code admission:}).
 *
 * @param maxInFlight requests that may be worked on at one time, from the tokenizer to the last byte of the answer
 * @param maxInFlightPerModel the same for one model, unless its own settings have another number; not more
 * @param maxQueuedPerModel requests of one model that may wait for their turn; one more is answered 429
 * @param queueTimeout a request whose turn has not come by then is answered 503
 * @param maxBodiesBytes request bodies that may be in memory or announced at one time; a request that needs more is
 *     answered 503. Not less than {@link ServerSettings#maxBodyBytes}
 * @param classes of requests, at least one
 * @param defaultClass name of the class of requests whose key is in none
 * @param priorityKeys names of the client keys that may name a request's class
 */
public record AdmissionSettings(
        int maxInFlight,
        int maxInFlightPerModel,
        int maxQueuedPerModel,
        Duration queueTimeout,
        long maxBodiesBytes,
        List<PriorityClass> classes,
        String defaultClass,
        List<String> priorityKeys) {

    public AdmissionSettings {
        classes = List.copyOf(classes);
        priorityKeys = List.copyOf(priorityKeys);
    }

    /** All requests are of one class. */
    public AdmissionSettings(
            int maxInFlight,
            int maxInFlightPerModel,
            int maxQueuedPerModel,
            Duration queueTimeout,
            long maxBodiesBytes) {
        this(
                maxInFlight,
                maxInFlightPerModel,
                maxQueuedPerModel,
                queueTimeout,
                maxBodiesBytes,
                List.of(PriorityClass.ONLY),
                PriorityClass.ONLY.name(),
                List.of());
    }

    public static AdmissionSettings defaults() {
        return new AdmissionSettings(8192, 8192, 1024, Duration.ofSeconds(30), 1L << 30);
    }

    /** These bounds with other classes. */
    public AdmissionSettings withClasses(List<PriorityClass> others, String defaultName, List<String> keysThatMayName) {
        return new AdmissionSettings(
                maxInFlight,
                maxInFlightPerModel,
                maxQueuedPerModel,
                queueTimeout,
                maxBodiesBytes,
                others,
                defaultName,
                keysThatMayName);
    }
}
