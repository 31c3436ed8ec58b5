package dev.warmpath.it.sim;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheTruth;
import dev.warmpath.it.sim.cache.TierUse;
import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.schedule.RankStats;
import java.util.List;

/**
 * One rank of a simulated engine, as tests look at it. Stays valid when the engine restarts. Methods that ask the
 * engine wait for its answer and must not be called on an event loop.
 */
public final class SimRank {

    private final SimEngine engine;
    private final int index;
    private final EventFaults faults;

    SimRank(SimEngine engine, int index, EventFaults faults) {
        this.engine = engine;
        this.index = index;
        this.faults = faults;
    }

    /** Its number in the fleet's count of data-parallel ranks. */
    public int number() {
        return engine.config().firstRank() + index;
    }

    /** Exactly what its cache holds. */
    public CacheTruth truth() {
        return engine.instance().rank(index).truth().join();
    }

    /**
     * Empties its cache and publishes nothing of it, so that its events claim what it does not hold; false, and nothing
     * happens, while requests hold memory.
     */
    public boolean forget() {
        return engine.instance().rank(index).forget().join();
    }

    public RankStats stats() {
        return engine.instance().rank(index).stats().join();
    }

    /** What a tier behind its device holds and has done, also before the engine was restarted where the tier outlives it. */
    public TierUse lowerTier(Tier tier) {
        return stats().lowerTiers().stream()
                .filter(use -> use.tier() == tier)
                .findFirst()
                .orElse(new TierUse(tier, 0, 0, 0));
    }

    /** What goes wrong with its event stream. */
    public EventFaults faults() {
        return faults;
    }

    /** Number of its last batch; one less than its first number when there was none. */
    public long lastSequence() {
        return engine.instance().publisher().lastSequence(index);
    }

    /** Publishes a hand-made batch under the next number. */
    public void publishPayload(byte[] payload) {
        engine.instance().publisher().publishPayload(index, payload);
    }

    /** Publishes frames as they are, outside the numbering. */
    public void publishFrames(List<byte[]> frames) {
        engine.instance().publisher().publishFrames(index, frames);
    }

    /** Closes its publisher until the engine restarts, as if the publishing thread had died; nothing else of the engine notices. */
    public void closePublisher() {
        engine.instance().publisher().close(index);
    }

    /** ZMQ address of its publisher, as a client on this host writes it. */
    public String eventEndpoint() {
        return engine.endpoint(engine.ports().events() + number());
    }

    /** ZMQ address of its replay socket, as a client on this host writes it. */
    public String replayEndpoint() {
        return engine.endpoint(engine.ports().replay() + number());
    }
}
