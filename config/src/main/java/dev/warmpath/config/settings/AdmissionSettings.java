package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * How much the router takes on at one time ({@code admission:}).
 *
 * @param maxInFlight requests that may be worked on at one time, from the tokenizer to the last byte of the answer
 * @param maxInFlightPerModel the same for one model, unless its own settings have another number; not more
 * @param maxQueuedPerModel requests of one model that may wait for their turn; one more is answered 429
 * @param queueTimeout a request whose turn has not come by then is answered 503
 * @param maxBodiesBytes request bodies that may be in memory or announced at one time; a request that needs more is
 *     answered 503. Not less than {@link ServerSettings#maxBodyBytes}
 */
public record AdmissionSettings(
        int maxInFlight, int maxInFlightPerModel, int maxQueuedPerModel, Duration queueTimeout, long maxBodiesBytes) {

    public static AdmissionSettings defaults() {
        return new AdmissionSettings(8192, 8192, 1024, Duration.ofSeconds(30), 1L << 30);
    }
}
