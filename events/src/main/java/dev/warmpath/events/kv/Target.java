package dev.warmpath.events.kv;

/**
 * A (worker, rank) pair: one data-parallel rank with its own KV cache and its own event stream.
 *
 * @param worker the worker's identity: its normalised URL
 * @param rank the rank's number as the engine counts it (global, so {@code dp_start} is included)
 */
public record Target(String worker, int rank) {

    /** The form used in logs, metrics and answers: {@code http://10.0.0.1:30000#3}. */
    @Override
    public String toString() {
        return worker + "#" + rank;
    }
}
