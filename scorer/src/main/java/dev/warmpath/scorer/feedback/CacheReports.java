package dev.warmpath.scorer.feedback;

/**
 * Whether a worker has ever told what it had cached. Its ranks share one: the report is a flag of the whole engine. Once
 * it has told, an answer without the number means that nothing was cached, since engines leave out a 0 (SGLang, and
 * releases of vLLM). Any thread.
 */
public final class CacheReports {

    private volatile boolean seen;

    boolean seen() {
        return seen;
    }

    void see() {
        seen = true;
    }
}
