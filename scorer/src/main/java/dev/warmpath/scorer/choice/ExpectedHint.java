package dev.warmpath.scorer.choice;

import dev.warmpath.events.kv.Target;

/**
 * Blocks of a prompt that a booking will have its target compute, and that it held or computes before them.
 *
 * @param chain hashes of the prompt's blocks from its start; shared, not to be written to
 */
public record ExpectedHint(Target target, long[] chain) {}
