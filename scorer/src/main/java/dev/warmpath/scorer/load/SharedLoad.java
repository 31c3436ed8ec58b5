package dev.warmpath.scorer.load;

/**
 * The load that one router has put on one target, as it is told to other routers.
 *
 * @param requests legs in flight
 * @param inflightBlocks blocks of work in flight
 * @param recentBlocks charges of recent bookings, as they have faded by now
 * @param bookings requests whose first leg was booked on the target since the router began; others' charges fade by it
 */
public record SharedLoad(int requests, long inflightBlocks, double recentBlocks, long bookings) {

    /** A target on which nothing is. */
    public boolean idle() {
        return requests == 0 && inflightBlocks == 0 && recentBlocks == 0;
    }
}
