package dev.warmpath.router.snapshot;

import java.util.Locale;

/** Why one rank's saved view is not used; shared by metrics, admin API and logs. */
public enum RankLoss {
    /** Nobody in the fleet has this rank and listens to its events. */
    WORKER_GONE,
    /** Its events come from another endpoint, or under another topic. */
    ENDPOINT_CHANGED,
    /** Another block size is configured. */
    BLOCK_SIZE_CHANGED,
    /** Its worker serves other models. */
    MODELS_CHANGED,
    /** It was in doubt when it was saved, and its publisher's replay can tell what is right. */
    DOUBTFUL,
    /** Its bytes are not those that were written. */
    CORRUPT,
    /** Its bytes could not be read. */
    UNREADABLE,
    /** Its publisher has begun anew since, with an empty cache. */
    RESTARTED,
    /** What its publisher said since is lost in part. */
    GAP,
    /** Its worker left before its publisher had told anything. */
    UNDECIDED;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
