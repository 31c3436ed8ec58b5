package dev.warmpath.scorer.feedback;

/**
 * Whether a worker has ever told what it had cached, in either wording. Its ranks share one: the report is a flag of the
 * whole engine. Once it has told, an answer without the number means that nothing was cached, since engines leave out a 0
 * (SGLang, and releases of vLLM). Any thread.
 */
public final class CacheReports {

    private volatile boolean inOpenAis;
    private volatile boolean inAnthropics;

    boolean seen(Wording wording) {
        return wording == Wording.OPENAI ? inOpenAis : inAnthropics;
    }

    void see(Wording wording) {
        if (wording == Wording.OPENAI) {
            inOpenAis = true;
        } else {
            inAnthropics = true;
        }
    }
}
