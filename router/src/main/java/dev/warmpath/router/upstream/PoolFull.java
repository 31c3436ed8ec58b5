package dev.warmpath.router.upstream;

/** Too many wait for a connection to this worker already. No stack trace: it is data. */
public final class PoolFull extends Exception {

    PoolFull(int waiting) {
        super(
                waiting + " legs wait for a connection already (upstream.max_connections_per_worker and"
                        + " upstream.max_waiting_per_worker, for each event loop)",
                null,
                false,
                false);
    }
}
