package dev.warmpath.router.snapshot;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, and tells the log, what becomes of saved views. Any thread. */
final class RankFates {

    private static final Logger log = LoggerFactory.getLogger(RankFates.class);

    private final LongAdder loaded = new LongAdder();
    private final LongAdder continued = new LongAdder();
    private final LongAdder droppedAgain = new LongAdder();
    private final Map<RankLoss, LongAdder> lost = new EnumMap<>(RankLoss.class);

    RankFates() {
        for (RankLoss loss : RankLoss.values()) {
            lost.put(loss, new LongAdder());
        }
    }

    void loaded() {
        loaded.increment();
    }

    void continued(Object target) {
        continued.increment();
        log.atDebug().addKeyValue("target", target).log("a saved view is continued");
    }

    /** @param target whose it was */
    void lost(Object target, RankLoss why, String detail) {
        Objects.requireNonNull(lost.get(why)).increment();
        log.atInfo()
                .addKeyValue("target", target)
                .addKeyValue("reason", why.key())
                .addKeyValue("detail", detail)
                .log("a saved view is not used");
    }

    /** The same for one that was loaded. */
    void dropped(Object target, RankLoss why) {
        droppedAgain.increment();
        lost(target, why, "");
    }

    SnapshotStatus.Ranks status() {
        Map<RankLoss, Long> counts = new EnumMap<>(RankLoss.class);
        lost.forEach((loss, count) -> counts.put(loss, count.sum()));
        long waiting = loaded.sum() - continued.sum() - droppedAgain.sum();
        return new SnapshotStatus.Ranks(loaded.sum(), continued.sum(), waiting, counts);
    }
}
