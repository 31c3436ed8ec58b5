package dev.warmpath.it.chaos;

/**
 * Something that goes wrong with one engine.
 *
 * @param atMillis when it begins, from the start of the run
 * @param lastsMillis for how long; 0 for what is over at once
 * @param engine place of the engine in the fleet
 * @param rank which of its ranks, for event streams
 * @param amount how many batches, requests or rounds
 */
record Disruption(int atMillis, int lastsMillis, Kind kind, int engine, int rank, int amount) {

    /** What goes wrong. */
    enum Kind {
        /** The process dies and comes back on the same ports with an empty cache. */
        KILL(true),
        /** The same, as fast as it goes. */
        RESTART(false),
        /** It accepts, and says nothing more, on any socket. */
        HANG(true),
        /** Its HTTP port is closed and opened again, several times. */
        FLAP(true),
        /** An operator takes it out of service, and back. */
        DRAIN(true),
        /** Its next requests are cut before the head of an answer. */
        RESET_EARLY(false),
        /** Its next answers are reset inside. */
        RESET_INSIDE(false),
        /** Its next answers stop inside, on a connection that stays. */
        STALL_INSIDE(false),
        /** Its next requests are refused with 503. */
        REFUSE(false),
        /** Batches of events are lost on the way. */
        LOSE_EVENTS(false),
        /** They come twice. */
        REPEAT_EVENTS(false),
        /** Each comes after its successor. */
        SWAP_EVENTS(false);

        private final boolean lasting;

        Kind(boolean lasting) {
            this.lasting = lasting;
        }

        /** Whether it has an end that is not its beginning. */
        boolean isLasting() {
            return lasting;
        }
    }

    int endMillis() {
        return atMillis + lastsMillis;
    }

    /** One line of a printed schedule. */
    String line(String engineName) {
        return String.format(
                "%8.3f s  %-14s %s#%d  %d ms, %d", atMillis / 1e3, kind, engineName, rank, lastsMillis, amount);
    }
}
