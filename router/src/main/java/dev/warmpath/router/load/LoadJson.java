package dev.warmpath.router.load;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** How answers show what engines say of their load: everywhere alike, and null where nobody asks. */
public final class LoadJson {

    private LoadJson() {}

    /** How the questions to a worker go. */
    public static @Nullable ObjectNode of(WorkerLoad load) {
        if (!load.watched()) {
            return null;
        }
        PollStatus status = load.status();
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", status.state().key())
                .put("source", status.source())
                .put("detail", status.detail())
                .put("since", status.since().toString());
    }

    /**
     * The load of one rank. Where it is stale its numbers are the last that were told.
     *
     * @param rank counted from 0
     */
    public static @Nullable ObjectNode of(WorkerLoad load, int rank) {
        if (!load.watched()) {
            return null;
        }
        RankLoad now = load.rank(rank, System.nanoTime());
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("state", now.freshness().key());
        RankReading reading = now.reading();
        if (reading == null) {
            json.putNull("running").putNull("waiting").putNull("kv_usage").putNull("age_ms");
        } else {
            json.put("running", reading.running()).put("waiting", reading.waiting());
            json.put("kv_usage", Double.isNaN(reading.kvUsage()) ? null : reading.kvUsage());
            json.put("age_ms", now.age().toMillis());
        }
        return json.put("disagreeing_ms", now.disagreeing().toMillis());
    }
}
