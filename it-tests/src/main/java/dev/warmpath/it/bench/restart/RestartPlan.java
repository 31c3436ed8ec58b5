package dev.warmpath.it.bench.restart;

/**
 * One run.
 *
 * @param workers engines in the fleet
 * @param sessions prompts, each of which comes back once a turn
 * @param promptTokens length of each
 * @param blocks of the rank whose snapshot is timed
 */
public record RestartPlan(int workers, int sessions, int promptTokens, int blocks, long seed) {}
