package dev.warmpath.it.bench.replicas;

/**
 * One run.
 *
 * @param burstRouters routers that a burst comes over
 * @param burstPerRouter identical prompts that each of them gets at once
 * @param workers in either fleet
 * @param sessions conversations, {@code turns} each
 */
public record ReplicasPlan(int burstRouters, int burstPerRouter, int workers, int sessions, int turns, long seed) {

    int burst() {
        return burstRouters * burstPerRouter;
    }
}
