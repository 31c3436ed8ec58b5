package dev.warmpath.router.cluster;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.router.cluster.wire.Message;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.choice.LoadExchange;
import dev.warmpath.scorer.load.SharedLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What this router tells of its load. On the cluster's thread. */
final class OwnLoads {

    /** Of one telling; at five milliseconds each, some 6 MB/s at the worst. */
    private static final int MOST_HINT_BLOCKS = 4096;

    private final LoadExchange exchange;
    private final Supplier<FleetView> fleet;
    private final int maxHintBlocks;
    private long hintsDropped;

    /** @param maxHintBlocks leading blocks of a prompt that are told */
    OwnLoads(LoadExchange exchange, Supplier<FleetView> fleet, int maxHintBlocks) {
        this.exchange = exchange;
        this.fleet = fleet;
        this.maxHintBlocks = maxHintBlocks;
    }

    /** What has changed since the last call, or null. */
    Message.@Nullable Load changes() {
        List<Target> changed = new ArrayList<>();
        List<ExpectedHint> expected = new ArrayList<>();
        exchange.drain(changed::add, expected::add);
        if (changed.isEmpty() && expected.isEmpty()) {
            return null;
        }
        FleetView view = fleet.get();
        List<Message.TargetLoad> loads = new ArrayList<>(changed.size());
        for (Target target : changed) {
            // A worker that was registered anew has a load of its own; its predecessor's bookings are nobody's concern.
            Worker.Rank rank = view.rank(target);
            if (rank != null) {
                loads.add(new Message.TargetLoad(target, exchange.told(rank.candidate())));
            }
        }
        return new Message.Load(null, loads, cut(expected));
    }

    private List<ExpectedHint> cut(List<ExpectedHint> expected) {
        List<ExpectedHint> cut = new ArrayList<>();
        int room = MOST_HINT_BLOCKS;
        for (ExpectedHint hint : expected) {
            int length = Math.min(maxHintBlocks, hint.chain().length);
            if (length > room) {
                hintsDropped++;
            } else if (length > 0) {
                room -= length;
                cut.add(new ExpectedHint(hint.target(), Arrays.copyOf(hint.chain(), length)));
            }
        }
        return cut;
    }

    /** Everything: each target that this router has booked. */
    Message.Load all(Hello hello) {
        List<Message.TargetLoad> loads = new ArrayList<>();
        for (Worker worker : fleet.get().workers()) {
            for (Worker.Rank rank : worker.ranks()) {
                SharedLoad load = exchange.told(rank.candidate());
                if (load.bookings() > 0 || !load.idle()) {
                    loads.add(new Message.TargetLoad(rank.candidate().target(), load));
                }
            }
        }
        return new Message.Load(hello, loads, List.of());
    }

    long hintsDropped() {
        return hintsDropped + exchange.hintsDropped();
    }
}
