package dev.warmpath.router.snapshot;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How writing goes: counts, the last outcome, and a line in the log when that changes. Any thread. */
final class SnapshotLog {

    private static final Logger log = LoggerFactory.getLogger(SnapshotLog.class);

    private final Map<WriteFault, Long> failures = new EnumMap<>(WriteFault.class);
    private long times;
    private @Nullable Instant last;
    private long bytes;
    private int ranks;
    private int leftOut;
    private double seconds;
    private double pauseSeconds;
    private @Nullable WriteFault fault;
    private String detail = "";

    SnapshotLog() {
        for (WriteFault each : WriteFault.values()) {
            failures.put(each, 0L);
        }
    }

    /** @param nanos how long it took, and {@code pauseNanos} how long a rank's events waited at most */
    synchronized void wrote(long fileBytes, int rankCount, int left, long nanos, long pauseNanos) {
        if (fault != null || left != leftOut) {
            (left > 0 ? log.atWarn() : log.atInfo())
                    .addKeyValue("ranks", rankCount)
                    .addKeyValue("left_out", left)
                    .addKeyValue("bytes", fileBytes)
                    .log("snapshot written; ranks over snapshot.max_size are left out");
        }
        times++;
        last = Instant.now();
        bytes = fileBytes;
        ranks = rankCount;
        leftOut = left;
        seconds = nanos / 1e9;
        pauseSeconds = pauseNanos / 1e9;
        fault = null;
        detail = "";
    }

    synchronized void failed(WriteFault why, String what) {
        failures.merge(why, 1L, Long::sum);
        if (why != fault) {
            log.atWarn()
                    .addKeyValue("reason", why.key())
                    .addKeyValue("detail", what)
                    .log("snapshot not written; the last one stays as it is");
        }
        fault = why;
        detail = what;
    }

    synchronized SnapshotStatus.Written status() {
        return new SnapshotStatus.Written(
                times, last, bytes, ranks, leftOut, seconds, pauseSeconds, new EnumMap<>(failures), fault, detail);
    }
}
