package dev.warmpath.router.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Role;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How many blocks prompts had and how many of them the chosen targets were believed to hold, per role and {@link #STEP}, of
 * the last 20 minutes. Sums and no ratios, so that who reads it can take the ratio over any stretch. Thread-safe.
 */
public final class HitRateHistory {

    /** How often {@link #take} is to be called. */
    public static final Duration STEP = Duration.ofSeconds(5);

    /** Steps that are kept. */
    static final int KEPT = 240;

    private final ToDoubleFunction<Role> overlapBlocks;
    private final ToDoubleFunction<Role> requestBlocks;
    private final long[] millis = new long[KEPT];
    private final Map<Role, Row> rows = new EnumMap<>(Role.class);
    private int taken;

    /** One role's steps, and its counters as they last were. */
    private static final class Row {
        private final double[] overlap = new double[KEPT];
        private final double[] request = new double[KEPT];
        private double lastOverlap;
        private double lastRequest;
    }

    /**
     * @param overlapBlocks the role's counter of blocks believed to be held, from the router's start
     * @param requestBlocks the role's counter of all blocks asked for
     */
    public HitRateHistory(ToDoubleFunction<Role> overlapBlocks, ToDoubleFunction<Role> requestBlocks) {
        this.overlapBlocks = overlapBlocks;
        this.requestBlocks = requestBlocks;
        for (Role role : Role.values()) {
            rows.put(role, new Row());
        }
    }

    /** Ends a step. */
    public synchronized void take(long epochMillis) {
        int place = taken % KEPT;
        millis[place] = epochMillis;
        rows.forEach((role, row) -> {
            // This one first: what is chosen between the two reads must not make more than everything held.
            double overlap = overlapBlocks.applyAsDouble(role);
            double request = requestBlocks.applyAsDouble(role);
            row.overlap[place] = overlap - row.lastOverlap;
            row.request[place] = request - row.lastRequest;
            row.lastOverlap = overlap;
            row.lastRequest = request;
        });
        taken++;
    }

    /** The steps from the oldest to the latest, a column for each number; roles of which nothing was asked are left out. */
    synchronized ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("step_ms", STEP.toMillis());
        int first = Math.max(0, taken - KEPT);
        ArrayNode at = json.putArray("at_ms");
        for (int i = first; i < taken; i++) {
            at.add(millis[i % KEPT]);
        }
        rows.forEach((role, row) -> {
            if (row.lastRequest == 0) {
                return;
            }
            ObjectNode columns = json.putObject(role.key());
            ArrayNode overlap = columns.putArray("overlap_blocks");
            ArrayNode request = columns.putArray("request_blocks");
            for (int i = first; i < taken; i++) {
                overlap.add(Math.round(row.overlap[i % KEPT]));
                request.add(Math.round(row.request[i % KEPT]));
            }
        });
        return json;
    }
}
