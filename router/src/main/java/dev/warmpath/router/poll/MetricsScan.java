package dev.warmpath.router.poll;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the few rows of vLLM's {@code /metrics} that tell its load, as the page comes in. The page grows with models, ranks
 * and histogram buckets to megabytes; of it only the line at hand is kept, and of most lines not even that.
 *
 * <p>Rows are {@code vllm:num_requests_running{engine="0",model_name="m"} 2.0}, of the Prometheus text format 0.0.4 or
 * OpenMetrics; {@code engine} is the data-parallel rank (engines.md E.8 of the reference notes). Without that label they are
 * of rank 0. Values that are no finite number are left out.
 */
final class MetricsScan {

    /** Longer lines are of other families: a row of these has two labels, of which a name is the longest. */
    private static final int MAX_LINE = 4096;

    private static final byte[] PREFIX = bytes("vllm:");
    private static final byte[] RUNNING = bytes("vllm:num_requests_running");
    private static final byte[] WAITING = bytes("vllm:num_requests_waiting");
    private static final byte[] USAGE = bytes("vllm:kv_cache_usage_perc");
    /** Its name in releases before 0.10. */
    private static final byte[] OLD_USAGE = bytes("vllm:gpu_cache_usage_perc");

    private final RankTotals totals = new RankTotals();
    private final byte[] line = new byte[MAX_LINE];
    private int length;
    private boolean skipping;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes the next bytes of the page. */
    void take(byte[] bytes) {
        for (byte next : bytes) {
            if (next == '\n') {
                endLine();
            } else if (!skipping) {
                add(next);
            }
        }
    }

    private void add(byte next) {
        // The Python client writes an underscore for the colon where it speaks OpenMetrics.
        byte known = length == PREFIX.length - 1 && next == '_' ? (byte) ':' : next;
        if (length == MAX_LINE || (length < PREFIX.length && known != PREFIX[length])) {
            skipping = true;
        } else {
            line[length++] = known;
        }
    }

    /** What was told; to be asked at the end of the page. */
    RankTotals end() {
        endLine();
        return totals;
    }

    private void endLine() {
        if (!skipping && length > PREFIX.length) {
            take(nameLength());
        }
        length = 0;
        skipping = false;
    }

    private void take(int name) {
        boolean running = is(RUNNING, name);
        boolean waiting = is(WAITING, name);
        if (!running && !waiting && !is(USAGE, name) && !is(OLD_USAGE, name)) {
            return;
        }
        MetricsRow row = MetricsRow.read(new String(line, name, length - name, StandardCharsets.UTF_8));
        if (!row.counts()) {
            return;
        }
        if (running) {
            totals.running(row.rank(), Math.round(row.value()));
        } else if (waiting) {
            totals.waiting(row.rank(), Math.round(row.value()));
        } else {
            totals.usage(row.rank(), row.value());
        }
    }

    private int nameLength() {
        int at = 0;
        while (at < length && line[at] != '{' && line[at] != ' ') {
            at++;
        }
        return at;
    }

    private boolean is(byte[] name, int nameLength) {
        return Arrays.equals(name, 0, name.length, line, 0, nameLength);
    }
}
