package dev.warmpath.it.bench.choose;

import dev.warmpath.it.bench.measure.Latencies;
import dev.warmpath.scorer.choice.Choice;
import org.jspecify.annotations.Nullable;

/**
 * What one event loop does with the chooser: chooses for one request after the other, tells when a prefill is done, and
 * ends the oldest of those that run. One thread.
 */
final class EventLoop {

    /** Requests that run at any time. */
    private static final int RUNNING = 256;

    /** Requests that come while one prefills. */
    private static final int PREFILLING = 32;

    final Latencies taken = new Latencies();
    final Latencies waited = new Latencies();
    final Latencies held = new Latencies();

    private final ChooseFleet fleet;
    private final Choice.@Nullable Pair[] running = new Choice.Pair[RUNNING];
    private int next;
    private long matchedBlocks;
    private long requestBlocks;

    EventLoop(ChooseFleet fleet) {
        this.fleet = fleet;
    }

    /** One request's choice, and what becomes due of earlier ones. */
    void step() {
        Choice.Pair choice = fleet.choose(taken, waited, held);
        matchedBlocks += choice.prefill().matchedBlocks();
        requestBlocks += choice.prefill().requestBlocks();
        Choice.Pair old = running[next];
        if (old != null) {
            old.prefill().release();
            old.decode().release();
        }
        running[next] = choice;
        Choice.Pair prefilled = running[(next + RUNNING - PREFILLING) % RUNNING];
        if (prefilled != null) {
            prefilled.prefill().prefillDone();
        }
        next = (next + 1) % RUNNING;
    }

    /** Forgets what was measured so far: the code is warm. */
    void begin() {
        taken.clear();
        waited.clear();
        held.clear();
        matchedBlocks = 0;
        requestBlocks = 0;
    }

    /** Of the blocks of all prompts, those that the chosen prefill targets held. */
    double hitShare() {
        return requestBlocks == 0 ? 0 : (double) matchedBlocks / requestBlocks;
    }
}
