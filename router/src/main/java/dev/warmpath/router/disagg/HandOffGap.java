package dev.warmpath.router.disagg;

import java.util.Locale;

/** Why a request's KV cache does not go from a prefill leg to a decode leg. Metrics and logs share these names. */
public enum HandOffGap {
    /** The request asks for several answers per prompt, and the blocks of one prefill are fetched once. */
    SEVERAL_ANSWERS,
    /** The request has several prompts, and an answer carries the parameters of one. */
    SEVERAL_PROMPTS,
    /** Prefill's first token ended its answer, so that it kept nothing; decode's own sampling may go on. */
    STOPPED,
    /** Prefill answered without transfer parameters: it may run without a connector. */
    ABSENT,
    /** Prefill's transfer parameters are null. */
    NULL,
    /** Prefill's transfer parameters are no object. */
    UNUSABLE,
    /** Prefill's transfer parameters lack one without which decode fails, hangs or dies. */
    INCOMPLETE,
    /** Decode could not be asked for long enough that prefill's engine may have given the blocks to others. */
    EXPIRED;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it follows from what was asked or sampled, so that no worker can be blamed. */
    public boolean expected() {
        return this == SEVERAL_ANSWERS || this == SEVERAL_PROMPTS || this == STOPPED;
    }
}
