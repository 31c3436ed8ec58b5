package dev.warmpath.router.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A rank's load by its engine, at one moment.
 *
 * @param reading the engine's last word, or null while there is none
 * @param age of the reading
 * @param disagreeing for how long engine and router have counted otherwise; zero while they agree, or nothing fresh is known
 * @param forLong whether that is longer than {@code engine_load.disagree_after}
 */
public record RankLoad(
        Freshness freshness, @Nullable RankReading reading, Duration age, Duration disagreeing, boolean forLong) {

    static final RankLoad UNKNOWN = new RankLoad(Freshness.UNKNOWN, null, Duration.ZERO, Duration.ZERO, false);

    /** The reading while it counts, else null. */
    public @Nullable RankReading fresh() {
        return freshness == Freshness.FRESH ? reading : null;
    }
}
