package dev.warmpath.events.stream;

import dev.warmpath.events.decode.BatchDecoder;
import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.decode.DecodedBatch;
import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.stream.TrackedRank.Effect;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes a batch and tells the rank's view, event by event, and says what the batch did to it. Which input costs trust:
 *
 * <ul>
 *   <li>a payload that could not be read, and an event of which it cannot be said that it was no removal: the view may
 *       now credit blocks that are gone;
 *   <li>an event that the view refused: the same;
 *   <li>not an event of a type, tier or cache group that is not indexed, and not a store that makes no sense: the view
 *       then holds too little, which costs a hit and misleads nobody.
 * </ul>
 *
 * <p>Owned by the stream's thread.
 */
final class BatchApplier {

    private static final Logger log = LoggerFactory.getLogger(BatchApplier.class);

    private final StreamSpec spec;
    private final BatchDecoder decoder;
    private final KvEventSink sink;
    private final StreamCounters counters;
    private final LogGate faults = new LogGate();
    private final LagWatch lag = new LagWatch();

    BatchApplier(StreamSpec spec, BatchDecoder decoder, KvEventSink sink, StreamCounters counters) {
        this.spec = spec;
        this.decoder = decoder;
        this.sink = sink;
        this.counters = counters;
    }

    /** @param live whether it was published just now, and is not told again by a replay */
    Effect apply(long sequence, byte[] payload, boolean live) {
        DecodedBatch batch = decoder.decode(payload);
        if (batch.rank() >= 0 && batch.rank() != spec.target().rank()) {
            counters.rankMismatches.increment();
        }
        counters.rejected(batch.rejected());
        boolean refused = false;
        boolean cleared = false;
        List<KvEvent> events = batch.events();
        for (int i = 0; i < events.size(); i++) {
            KvEvent event = events.get(i);
            if (tell(event, sequence)) {
                cleared |= event instanceof AllBlocksCleared;
            } else {
                refused = true;
            }
        }
        if (live && !Double.isNaN(batch.timestampSeconds())) {
            long published = (long) (batch.timestampSeconds() * 1000);
            lag.batch(System.currentTimeMillis() - published, System.nanoTime());
        }
        if (refused) {
            return Effect.REFUSED;
        }
        if (mayHideRemoval(batch.rejected())) {
            return Effect.UNREADABLE;
        }
        return cleared ? Effect.CLEARED : Effect.INTACT;
    }

    void drop() {
        try {
            sink.drop();
        } catch (RuntimeException e) {
            fault(e, "the rank's view could not be dropped", -1);
        }
    }

    LagWatch lag() {
        return lag;
    }

    private boolean tell(KvEvent event, long sequence) {
        try {
            sink.apply(event);
            counters.applied(event);
            return true;
        } catch (RuntimeException e) {
            fault(e, "the rank's view refused an event", sequence);
            return false;
        }
    }

    private void fault(RuntimeException e, String what, long sequence) {
        counters.sinkFailures.increment();
        if (faults.opens(System.nanoTime())) {
            log.atError()
                    .setCause(e)
                    .addKeyValue("target", spec.target())
                    .addKeyValue("sequence", sequence)
                    .addKeyValue("unlogged", faults.takeSuppressed())
                    .log(what);
        }
    }

    private static boolean mayHideRemoval(List<DecodeReason> rejected) {
        for (int i = 0; i < rejected.size(); i++) {
            if (mayHideRemoval(rejected.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayHideRemoval(DecodeReason reason) {
        return switch (reason) {
            case MSGPACK, BATCH_SHAPE, EVENT_SHAPE, EVENT_FIELD, TOO_MANY_HASHES -> true;
            case UNKNOWN_TYPE, UNKNOWN_MEDIUM, UNALIGNED, SELF_PARENT, OTHER_GROUP, REMOTE -> false;
        };
    }
}
