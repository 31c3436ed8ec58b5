package dev.warmpath.events.stream;

import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What happened on one stream since it was added. Written by its thread, read by any. */
final class StreamCounters {

    final LongAdder batches = new LongAdder();
    final LongAdder gaps = new LongAdder();
    final LongAdder missing = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder replays = new LongAdder();
    final LongAdder replaysFailed = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder restarts = new LongAdder();
    final LongAdder connects = new LongAdder();
    final LongAdder rankMismatches = new LongAdder();
    final LongAdder frameErrors = new LongAdder();
    final LongAdder sinkFailures = new LongAdder();

    private final LongAdder stored = new LongAdder();
    private final LongAdder removed = new LongAdder();
    private final LongAdder cleared = new LongAdder();
    /** Complete and never changed, so that reading it needs no lock. */
    private final EnumMap<DecodeReason, LongAdder> rejected = new EnumMap<>(DecodeReason.class);

    StreamCounters() {
        for (DecodeReason reason : DecodeReason.values()) {
            rejected.put(reason, new LongAdder());
        }
    }

    void applied(KvEvent event) {
        if (event instanceof BlockStored) {
            stored.increment();
        } else if (event instanceof BlockRemoved) {
            removed.increment();
        } else if (event instanceof AllBlocksCleared) {
            cleared.increment();
        }
    }

    void rejected(List<DecodeReason> reasons) {
        for (int i = 0; i < reasons.size(); i++) {
            LongAdder count = rejected.get(reasons.get(i));
            if (count != null) {
                count.increment();
            }
        }
    }

    /** Events applied, by type. */
    Map<String, Long> events() {
        return Map.of("stored", stored.sum(), "removed", removed.sum(), "cleared", cleared.sum());
    }

    /** Events not used, by reason; reasons that never occurred are left out. */
    Map<DecodeReason, Long> rejected() {
        Map<DecodeReason, Long> counts = new EnumMap<>(DecodeReason.class);
        rejected.forEach((reason, count) -> {
            if (count.sum() > 0) {
                counts.put(reason, count.sum());
            }
        });
        return counts;
    }
}
