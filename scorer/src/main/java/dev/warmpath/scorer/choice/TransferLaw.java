package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.scoring.TransferSettings.Label;
import org.jspecify.annotations.Nullable;

/**
 * What a hand-off costs, in blocks of load:
 *
 * <pre>
 * transfer(p, d) = perBlock(p, d) * max(1, missed(d))
 * </pre>
 *
 * <p>{@code missed(d)} is what must move: the blocks of the prompt that the decode target does not hold. One block at
 * least, so that of two targets that need nothing the nearer one still comes first.
 *
 * <p>{@code perBlock} is the cheapest of the labels that both places share. A place that is not known is far from every
 * other, never near: counted as near, the workers that somebody forgot to label would draw all hand-offs.
 */
final class TransferLaw {

    private final TransferSettings settings;

    TransferLaw(TransferSettings settings) {
        this.settings = settings;
    }

    /** Whether where targets stand matters for this pairing; if not, all its pairs cost the same. */
    boolean matters(Pairing pairing) {
        return pairing.placed() || settings.require() != null;
    }

    /** The label without which a pair is not made, or null. */
    @Nullable
    Label required() {
        return settings.require();
    }

    /** Infinite for a pair that must not be made. Costs a few comparisons; called for every pair. */
    double between(Score first, Score second) {
        return perBlock(first.candidate().place(), second.candidate().place()) * moved(second);
    }

    /** Blocks that a hand-off to this target must move. */
    static double moved(Score second) {
        return Math.max(1, second.missed);
    }

    double perBlock(@Nullable Place a, @Nullable Place b) {
        Label require = settings.require();
        if (a == null || b == null) {
            return require == null ? settings.elsewhere() : Double.POSITIVE_INFINITY;
        }
        boolean host = same(a.host(), b.host());
        if (require != null && !host && !shared(require, a, b)) {
            return Double.POSITIVE_INFINITY;
        }
        double cost = host ? settings.sameHost() : settings.elsewhere();
        cost = same(a.rail(), b.rail()) ? Math.min(cost, settings.sameRail()) : cost;
        cost = same(a.rack(), b.rack()) ? Math.min(cost, settings.sameRack()) : cost;
        return same(a.zone(), b.zone()) ? Math.min(cost, settings.sameZone()) : cost;
    }

    private static boolean shared(Label label, Place a, Place b) {
        return switch (label) {
            case HOST -> same(a.host(), b.host());
            case RAIL -> same(a.rail(), b.rail());
            case RACK -> same(a.rack(), b.rack());
            case ZONE -> same(a.zone(), b.zone());
        };
    }

    private static boolean same(long a, long b) {
        return a == b && a != 0;
    }
}
