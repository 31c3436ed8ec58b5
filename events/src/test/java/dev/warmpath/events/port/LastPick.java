package dev.warmpath.events.port;

import java.util.random.RandomGenerator;

/** A generator that always draws the largest value it may: the worst there is for a loop that waits for a new one. */
final class LastPick implements RandomGenerator {

    @Override
    public int nextInt(int origin, int bound) {
        return bound - 1;
    }

    @Override
    public long nextLong() {
        return Long.MAX_VALUE;
    }
}
