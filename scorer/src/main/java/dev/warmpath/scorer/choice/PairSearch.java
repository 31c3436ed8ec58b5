package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest way to serve a request, over all pairings: the pair of a prefill and a decode target of one pairing with
 * the lowest {@code cost(p) + cost(d) + transfer(p, d)}, or a mixed target. A pairing in which a side has nobody that may
 * be chosen is passed over.
 *
 * <p>Where all transfers cost the same the sum is lowest where each of its terms is: the search takes the best of either
 * side, P + D steps. Otherwise it looks at pairs, P * D steps at worst; since transfers are never negative, a prefill
 * target that is too dear even with the cheapest decode target, and a pair that is too dear even at no transfer, are
 * passed over without asking for the transfer.
 *
 * <p>Reused; guarded by the ledger's lock.
 */
final class PairSearch {

    private final TransferCost transfer;
    private final SideSearch prefill = new SideSearch();
    private final SideSearch decode = new SideSearch();

    PairSearch(TransferCost transfer) {
        this.transfer = transfer;
    }

    /**
     * A way to serve the request.
     *
     * @param second null for a mixed target
     * @param cost of both legs and the transfer between them
     * @param firstChoices how many targets could have been the first leg, over all pairings searched so far
     * @param firstTied whether the tie rule picked the first leg; likewise {@code secondTied}
     */
    record Way(
            Pairing pairing,
            Score first,
            @Nullable Score second,
            double cost,
            int firstChoices,
            int secondChoices,
            boolean firstTied,
            boolean secondTied) {}

    /** The best way, or null when there is none. */
    @Nullable
    Way best(ScoreSheet sheet, List<Pairing> pairings) {
        Way best = null;
        for (int i = 0; i < pairings.size(); i++) {
            Way way = bestOf(sheet, pairings.get(i), i);
            if (way != null) {
                best = best == null ? way : better(best, way);
            }
        }
        return best;
    }

    private @Nullable Way bestOf(ScoreSheet sheet, Pairing pairing, int number) {
        prefill.run(sheet, sheet.prefillStart(number), sheet.decodeStart(number));
        Score first = prefill.best;
        if (first == null) {
            return null;
        }
        if (pairing.protocol() == Protocol.NONE) {
            return new Way(pairing, first, null, prefill.lowest, prefill.eligible, 0, prefill.tied > 1, false);
        }
        decode.run(sheet, sheet.decodeStart(number), sheet.end(number));
        Score second = decode.best;
        if (second == null) {
            return null;
        }
        if (transfer == TransferCost.ZERO) {
            return new Way(
                    pairing,
                    first,
                    second,
                    prefill.lowest + decode.lowest,
                    prefill.eligible,
                    decode.eligible,
                    prefill.tied > 1,
                    decode.tied > 1);
        }
        return bestPair(sheet, pairing, number, first, second);
    }

    private Way bestPair(ScoreSheet sheet, Pairing pairing, int number, Score someFirst, Score someSecond) {
        double lowest = someFirst.cost + someSecond.cost + between(someFirst, someSecond);
        for (int p = sheet.prefillStart(number); p < sheet.decodeStart(number); p++) {
            for (int d = sheet.decodeStart(number); d < sheet.end(number); d++) {
                lowest = Math.min(lowest, costWithin(lowest, sheet.get(p), sheet.get(d)));
            }
        }
        double limit = CostLaw.tieLimit(lowest);
        Score first = someFirst;
        Score second = someSecond;
        boolean found = false;
        boolean firstTied = false;
        boolean secondTied = false;
        for (int p = sheet.prefillStart(number); p < sheet.decodeStart(number); p++) {
            for (int d = sheet.decodeStart(number); d < sheet.end(number); d++) {
                Score otherFirst = sheet.get(p);
                Score otherSecond = sheet.get(d);
                if (costWithin(limit, otherFirst, otherSecond) > limit) {
                    continue;
                }
                if (found) {
                    firstTied |= otherFirst != first;
                    secondTied |= otherSecond != second;
                }
                if (!found || TieOrder.before(otherFirst, otherSecond, first, second)) {
                    first = otherFirst;
                    second = otherSecond;
                    found = true;
                }
            }
        }
        return new Way(pairing, first, second, lowest, prefill.eligible, decode.eligible, firstTied, secondTied);
    }

    /** The pair's cost, or infinity when it may not be chosen or cannot come down to the limit. */
    private double costWithin(double limit, Score first, Score second) {
        if (!first.eligible() || !second.eligible() || first.cost + second.cost > limit) {
            return Double.POSITIVE_INFINITY;
        }
        return first.cost + second.cost + between(first, second);
    }

    private double between(Score first, Score second) {
        return transfer.between(first.candidate(), second.candidate());
    }

    private static Way better(Way a, Way b) {
        boolean tied = Math.max(a.cost, b.cost) <= CostLaw.tieLimit(Math.min(a.cost, b.cost));
        boolean bWins = tied ? TieOrder.before(b.first, b.second, a.first, a.second) : b.cost < a.cost;
        Way winner = bWins ? b : a;
        return new Way(
                winner.pairing,
                winner.first,
                winner.second,
                winner.cost,
                a.firstChoices + b.firstChoices,
                a.secondChoices + b.secondChoices,
                winner.firstTied || tied,
                winner.secondTied || tied);
    }
}
