package dev.warmpath.router.cluster.peer;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.cluster.wire.Message;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.choice.LoadExchange;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.load.SharedLoad;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Enters what other routers tell into the choices that are made here, and takes it out again. What is told of a target
 * that is not registered here is left out; it comes again with the next telling of everything, by when it may be. On the
 * cluster's thread.
 */
public final class OthersLoads {

    private final LoadExchange exchange;
    private final Supplier<FleetView> fleet;

    public OthersLoads(LoadExchange exchange, Supplier<FleetView> fleet) {
        this.exchange = exchange;
        this.fleet = fleet;
    }

    void take(Peer peer, Message.Load load) {
        FleetView view = fleet.get();
        for (Message.TargetLoad told : load.loads()) {
            hear(view, peer, told.target(), told.load());
        }
        if (load.hello() != null) {
            dropAllBut(view, peer, load.loads());
        }
        for (ExpectedHint hint : load.hints()) {
            Worker.Rank rank = view.rank(hint.target());
            if (rank != null && hint.chain().length > 0) {
                exchange.expect(rank.candidate(), hint);
            }
        }
    }

    private void hear(FleetView view, Peer peer, Target target, SharedLoad load) {
        Worker.Rank rank = view.rank(target);
        Worker worker = view.worker(target.worker());
        if (rank == null || worker == null) {
            peer.loads.remove(target);
            return;
        }
        List<String> models = worker.settings().models();
        List<Pairing> beside = models.isEmpty() ? List.of() : view.pairings(models.get(0));
        exchange.hear(peer.slot, rank.candidate(), beside, load);
        peer.loads.put(target, load);
    }

    /** Who tells everything and leaves a target out has nothing there. */
    private void dropAllBut(FleetView view, Peer peer, List<Message.TargetLoad> told) {
        Set<Target> named = new HashSet<>();
        told.forEach(one -> named.add(one.target()));
        peer.loads.keySet().removeIf(target -> {
            if (named.contains(target)) {
                return false;
            }
            forget(view, peer, target);
            return true;
        });
    }

    /** A router is gone, or silent: what it has put on targets goes with it. */
    void forget(Peer peer) {
        FleetView view = fleet.get();
        peer.loads.keySet().forEach(target -> forget(view, peer, target));
        peer.loads.clear();
    }

    private void forget(FleetView view, Peer peer, Target target) {
        Worker.Rank rank = view.rank(target);
        if (rank != null) {
            exchange.forget(peer.slot, rank.candidate());
        }
    }
}
