package dev.warmpath.router.disagg;

import java.util.random.RandomGenerator;

/**
 * Draws bootstrap rooms. A room is random in [0, 2^63) so that attempts of many routers do not meet, and congruent to
 * the prefill rank modulo the worker's rank count: SGLang releases that know no explicit rank field follow the room.
 * The top 2^16 numbers are left out because an engine may count on from a scalar room ({@code room + i}) for the
 * choices of one request.
 */
final class BootstrapRooms {

    private static final long END = Long.MAX_VALUE - (1L << 16);

    private final RandomGenerator random;

    BootstrapRooms(RandomGenerator random) {
        this.random = random;
    }

    long draw(int dpSize, int localRank) {
        return random.nextLong(END / dpSize) * dpSize + localRank;
    }
}
