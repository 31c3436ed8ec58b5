package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest way to serve a request, over all pairings: the pair of a prefill and a decode target of one pairing with
 * the lowest {@code cost(p) + cost(d) + transfer(p, d)}, or a mixed target. A pairing in which a side has nobody that may
 * be chosen is passed over.
 *
 * <p>Where no target of a pairing says where it stands, all its transfers cost the same and the sum is lowest where each
 * of its terms is: the search takes the best of either side, P + D steps. Otherwise it looks at pairs, but takes the
 * prefill targets of one place, a worker's ranks, together: to every decode target they are equally far, so only the best
 * of them can be in the best pair. A place that is too dear even with the cheapest decode target at no transfer is passed
 * over. (places of P) * D steps at worst.
 *
 * <p>Reused; guarded by the ledger's lock.
 */
final class PairSearch {

    private final TransferLaw transfer;
    private final SideSearch prefill = new SideSearch();
    private final SideSearch decode = new SideSearch();
    /** The prefill targets of one place. */
    private final SideSearch near = new SideSearch();

    PairSearch(TransferLaw transfer) {
        this.transfer = transfer;
    }

    /**
     * A way to serve the request.
     *
     * @param second null for a mixed target, and where a decode target does it alone
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
            boolean secondTied) {

        /** Whether a decode target does it alone. */
        boolean skipsPrefill() {
            return first.candidate().role() == Role.DECODE;
        }
    }

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
        if (transfer.matters(pairing)) {
            return nearest(sheet, pairing, number);
        }
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

    /** The best pair by both costs and the transfer; null when all pairs are too far apart. Both sides have been run. */
    private @Nullable Way nearest(ScoreSheet sheet, Pairing pairing, int number) {
        int decodes = sheet.decodeStart(number);
        double lowest = Double.POSITIVE_INFINITY;
        for (int from = sheet.prefillStart(number), to; from < decodes; from = to) {
            to = samePlace(sheet, from, decodes);
            near.run(sheet, from, to);
            for (int d = decodes; near.lowest + decode.lowest < lowest && d < sheet.end(number); d++) {
                lowest = Math.min(lowest, costWithNear(sheet.get(d)));
            }
        }
        return lowest == Double.POSITIVE_INFINITY ? null : firstOfThose(sheet, pairing, number, lowest);
    }

    /** The pair that goes first among those that tie for the lowest cost. */
    private Way firstOfThose(ScoreSheet sheet, Pairing pairing, int number, double lowest) {
        int decodes = sheet.decodeStart(number);
        double limit = CostLaw.tieLimit(lowest);
        Score first = null;
        Score second = null;
        boolean firstTied = false;
        boolean secondTied = false;
        for (int from = sheet.prefillStart(number), to; from < decodes; from = to) {
            to = samePlace(sheet, from, decodes);
            near.run(sheet, from, to);
            Score best = near.best;
            for (int d = decodes; best != null && near.lowest + decode.lowest <= limit && d < sheet.end(number); d++) {
                Score other = sheet.get(d);
                if (costWithNear(other) > limit) {
                    continue;
                }
                firstTied |= near.tied > 1 || (first != null && best != first);
                secondTied |= second != null && other != second;
                if (first == null || TieOrder.before(best, other, first, second)) {
                    first = best;
                    second = other;
                }
            }
        }
        if (first == null) {
            throw new IllegalStateException("a lowest cost, and no pair that has it");
        }
        return new Way(pairing, first, second, lowest, prefill.eligible, decode.eligible, firstTied, secondTied);
    }

    /** End of the run of lines from here on whose candidates stand in one place. */
    private static int samePlace(ScoreSheet sheet, int from, int end) {
        Place place = sheet.get(from).candidate().place();
        int to = from + 1;
        while (to < end && Objects.equals(sheet.get(to).candidate().place(), place)) {
            to++;
        }
        return to;
    }

    /** Cost of a pair of the cheapest of {@link #near} with this target; infinite when it may not be made. */
    private double costWithNear(Score second) {
        Score first = near.best;
        return first == null || !second.eligible()
                ? Double.POSITIVE_INFINITY
                : near.lowest + second.cost + transfer.between(first, second);
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
