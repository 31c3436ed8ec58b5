package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TracePrompt;
import dev.warmpath.it.bench.trace.TraceRequest;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One run: a fleet with cold caches, a rule, and the requests of a trace. It ends when all are answered.
 *
 * <p>Prefill and decode ranks are vLLM's: blocks are cached when the step is planned that computes them, events follow the
 * step, and decode ranks cache too. KV moves when the prompt is computed, and the prefill rank keeps it until then.
 */
public final class Fleet {

    private final FleetModel model;
    private final VirtualTime time = new VirtualTime();
    private final HashScheme hashes = new ChainHashing();
    private final PrefixIndex index;
    private final List<FleetRank> prefill;
    private final List<FleetRank> decode;
    private final Measured measured = new Measured();

    private Fleet(FleetModel model, Duration expectedTtl) {
        this.model = model;
        this.index = new PrefixIndex(IndexSettings.defaults(), expectedTtl);
        this.prefill = ranks("prefill", model.prefillRanks());
        this.decode = ranks("decode", model.decodeRanks());
    }

    private List<FleetRank> ranks(String role, int count) {
        List<FleetRank> ranks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RankIndex view = index.addRank(new Target("http://" + role, i), model.blockSize());
            ranks.add(new FleetRank(view, model, time, hashes));
        }
        return List.copyOf(ranks);
    }

    /**
     * Runs a trace.
     *
     * @param arrivals when each request comes
     * @param expectedTtl how long bookings' blocks count as held, for rules that book
     * @param rule made for the fleet that it routes for
     */
    public static RunResult run(
            FleetModel model, Trace trace, Arrivals arrivals, Duration expectedTtl, Function<RouterView, Rule> rule) {
        Fleet fleet = new Fleet(model, expectedTtl);
        Rule made = rule.apply(new RouterView(
                model.blockSize(),
                fleet.index,
                fleet.prefill.stream().map(FleetRank::view).toList(),
                fleet.decode.stream().map(FleetRank::view).toList(),
                fleet.time::now));
        fleet.arrive(trace, arrivals, made, 0);
        fleet.time.run();
        return fleet.measured.result(fleet.prefill, fleet.decode);
    }

    /** One arrival plans the next, so that the agenda holds one of them at a time. */
    private void arrive(Trace trace, Arrivals arrivals, Rule rule, int number) {
        if (number == trace.requests().size()) {
            return;
        }
        time.at(arrivals.nanos(number), () -> {
            TraceRequest request = trace.requests().get(number);
            int[] tokens = TracePrompt.tokens(request);
            HashedPrompt prompt = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
            new Journey(this, request, number, tokens, rule.place(prompt)).begin();
            arrive(trace, arrivals, rule, number + 1);
        });
    }

    FleetModel model() {
        return model;
    }

    VirtualTime time() {
        return time;
    }

    HashScheme hashes() {
        return hashes;
    }

    Measured measured() {
        return measured;
    }

    FleetRank prefill(int number) {
        return prefill.get(number);
    }

    FleetRank decode(int number) {
        return decode.get(number);
    }
}
