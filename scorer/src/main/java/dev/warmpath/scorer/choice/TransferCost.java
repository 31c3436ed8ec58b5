package dev.warmpath.scorer.choice;

/** What moving the KV cache from a prefill to a decode target costs, in blocks of load. */
@FunctionalInterface
public interface TransferCost {

    /**
     * All pairs cost the same, as long as workers carry no topology. The search then looks for the cheapest of either
     * side and never at pairs.
     */
    TransferCost ZERO = (prefill, decode) -> 0;

    /** Finite and at least 0. Called with the chooser's lock held, twice per pair at most: must be cheap and not block. */
    double between(Candidate prefill, Candidate decode);
}
