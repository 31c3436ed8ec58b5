package dev.warmpath.router.legs;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.disagg.HandOffGap;

/** Is told of requests whose KV cache is not handed over, so that none of them goes unnoticed. */
public interface HandOffWatch {

    /**
     * A hand-off does not come about.
     *
     * @param target the prefill target that gave nothing, the decode target that serves a request alone which cannot be
     *     handed over, or the one of the two that let the time for it run out
     * @param recomputed whether the decode worker computes the prompt itself; otherwise it is a fault
     */
    void missing(Target target, HandOffGap gap, boolean recomputed);
}
