package dev.warmpath.it.sim.pd;

/** One prompt that runs, or waits to run, on a rank. */
@FunctionalInterface
public interface Leg {

    /** The client has left: gives everything back at once. The other leg of the pair is not told, as in the engines. */
    void cancel();
}
