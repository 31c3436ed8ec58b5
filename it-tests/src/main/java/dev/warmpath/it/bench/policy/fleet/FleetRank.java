package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.cache.KvCache;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.TokenChain;
import dev.warmpath.it.sim.schedule.RankScheduler;
import dev.warmpath.it.sim.schedule.Sequence;
import dev.warmpath.scorer.index.RankIndex;

/** One rank: an engine's cache and scheduler, what the router knows of them, and how much work came its way. */
final class FleetRank {

    private final RankIndex view;
    private final KvCache cache;
    private final RankScheduler scheduler;
    private long work;

    FleetRank(RankIndex view, FleetModel model, VirtualTime time, HashScheme hashes) {
        this.view = view;
        this.cache = KvCache.of(Engine.VLLM, model.cache());
        EventFeed feed = new EventFeed(view, hashes, time, model.eventDelayNanos());
        this.scheduler = new RankScheduler(time, model.times(), cache, feed::send);
    }

    RankIndex view() {
        return view;
    }

    void submit(Sequence sequence) {
        scheduler.submit(sequence);
    }

    void release(Sequence sequence) {
        scheduler.release(sequence);
    }

    /** Leading tokens of a prompt that lie in its cache now. */
    int held(TokenChain chain) {
        return cache.held(chain);
    }

    void worked(long tokens) {
        work += tokens;
    }

    /** Tokens that it computed: of prompts on a prefill rank, of answers on a decode rank. */
    long work() {
        return work;
    }
}
