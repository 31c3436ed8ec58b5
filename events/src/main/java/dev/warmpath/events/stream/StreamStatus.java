package dev.warmpath.events.stream;

import dev.warmpath.events.decode.DecodeReason;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rank's stream at one moment: a consistent enough copy for admin API, metrics and doctor.
 *
 * @param state what the stream is in
 * @param reason why
 * @param since since when
 * @param endpoint where the events come from; for a bound stream the address in use
 * @param lastSequence sequence number of the last batch applied, or -1
 * @param batches batches applied
 * @param gaps times that a sequence number was skipped
 * @param missing batches that were skipped so, whether or not a replay brought them later
 * @param lost batches inside the view that never came, replays included; while it does not grow, nothing is wrong
 * @param replays replays asked for, repetitions included
 * @param replaysFailed times that a replay was given up
 * @param duplicates batches skipped because their number was applied already
 * @param restarts times that the publisher began anew
 * @param connects transport connections made, replaced sockets included
 * @param connections transport connections open now; more than one on a bound stream means that several publishers use
 *     the rank's port
 * @param rankMismatches batches whose payload claims another rank than the socket's
 * @param frameErrors messages that are not topic, sequence, payload
 * @param sinkFailures events that the rank's view refused with an exception
 * @param lastEventAgeMillis since the last batch, or -1
 * @param unansweredMillis for how long there has been traffic that must have changed the cache, without an event; 0 for
 *     none
 * @param lagMillis wall-clock time between publishing and applying of the last batch that did not come from a replay; as
 *     good as the clocks
 * @param leastLagMillis the least of the last minutes: what the clocks are apart, where it is not small
 * @param otherTopic topic under which events are published there, where none are under the one that was subscribed to;
 *     otherwise null
 * @param events events applied, by type
 * @param rejected events not used, by reason
 * @param buffered batches waiting for a replay now
 */
public record StreamStatus(
        StreamState state,
        StreamReason reason,
        Instant since,
        String endpoint,
        long lastSequence,
        long batches,
        long gaps,
        long missing,
        long lost,
        long replays,
        long replaysFailed,
        long duplicates,
        long restarts,
        long connects,
        long connections,
        long rankMismatches,
        long frameErrors,
        long sinkFailures,
        long lastEventAgeMillis,
        long unansweredMillis,
        long lagMillis,
        long leastLagMillis,
        @Nullable String otherTopic,
        Map<String, Long> events,
        Map<DecodeReason, Long> rejected,
        int buffered) {}
