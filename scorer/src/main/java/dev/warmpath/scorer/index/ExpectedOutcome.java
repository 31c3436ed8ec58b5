package dev.warmpath.scorer.index;

/**
 * What became of the blocks that bookings expected on a rank (design 3.6), of those bookings whose prefill was done in
 * time for the events to have come.
 *
 * @param confirmed bookings whose first expected block was announced
 * @param missed bookings whose first expected block was not
 * @param apartConfirmed of those confirmed, the ones of prompts with an adapter or a salt; likewise {@code apartMissed}
 */
public record ExpectedOutcome(long confirmed, long missed, long apartConfirmed, long apartMissed) {}
