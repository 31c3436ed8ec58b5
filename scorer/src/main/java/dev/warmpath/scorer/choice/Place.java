package dev.warmpath.scorer.choice;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.warmpath.config.settings.workers.TopologyLabels;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a candidate stands, with each label as a 64-bit hash of its text, so that two places compare in four integer
 * comparisons. 0 is a label that is not carried. The candidates of one worker share one place: the search takes a run of
 * candidates with the same place at once.
 */
public record Place(long host, long rail, long rack, long zone) {

    private static final Hasher64 TEXT = Hashing.xxh3_64();

    /** Null for a worker of which nobody says where it stands. */
    public static @Nullable Place of(@Nullable TopologyLabels labels) {
        return labels == null
                ? null
                : new Place(hash(labels.host()), hash(labels.rail()), hash(labels.rack()), hash(labels.zone()));
    }

    private static long hash(@Nullable String label) {
        if (label == null) {
            return 0;
        }
        long hash = TEXT.hashBytesToLong(label.getBytes(StandardCharsets.UTF_8));
        return hash == 0 ? 1 : hash;
    }
}
