package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.ScoringSettings;

/**
 * The cost of sending a leg to a target, in blocks (design 3.2):
 *
 * <pre>
 * cost   = weight * missed + load
 * missed = blocks - credit
 * credit = trust * (device + 0.75 host + 0.25 disk)     matched leading blocks, each in its best tier
 * load   = inflight + recent        of prefill and mixed targets
 * load   = met + crowd              of decode targets
 * crowd  = blocks of 12288 tokens * (met requests - 1 - mean)  where a target has more than one more than the mean
 * </pre>
 *
 * <p>Why a sum in blocks: missed blocks are work that this request brings, load is work that waits before it, and both are
 * the same unit, so the weight reads as "how many blocks of queue one missed block is worth". A warm target keeps its
 * request until its queue is {@code weight} times the blocks it saves; then the next one takes it. Affinity and balance
 * are one continuous trade, with no threshold at which affinity is dropped altogether.
 *
 * <p>Why met: a request comes to its decode target when its prompt is computed, which behind a long prefill queue is long
 * after the choice. What is in flight there now has ended by then, so a decode target is weighed by what of it, and of those
 * who wait like this request, it will meet ({@link dev.warmpath.scorer.load.TargetLoad#metBlocks}).
 *
 * <p>Why a crowd: a decode step takes longer for each request in it, be its KV large or small, and KV in flight tells nothing
 * of that. Only what is beyond the mean of its side counts, and not the first of it, so that a lone stream outweighs no
 * cached prompt: a conversation leaves its decode target when others there would be slowed down, not because it is not alone.
 *
 * <p>Why trust multiplies the credit and not the cost: a view that is doubted may promise less, but must not look cheaper
 * or dearer than a target that holds nothing. With trust 0 a target is a plain full miss. The same holds for a target
 * whose block size is not known: it is weighed as a full miss, of as many blocks as the largest full miss beside it.
 * (Counting it as a prompt of 0 blocks would make it the cheapest of all, and silently draw all traffic.)
 *
 * <p>Why full credit for the last block, though an engine computes the last token again in any case: the cost compares
 * targets, and that token costs the same on each. The prediction of cached tokens does leave it out.
 *
 * <p>Two costs tie within 1e-9, taken relative to their size once that exceeds 1: with loads of 10^9 blocks a double's
 * last bit is already wider than an absolute 1e-9.
 */
final class CostLaw {

    private static final double TIE = 1e-9;

    private final double deviceCredit;
    private final double hostCredit;
    private final double diskCredit;
    private final double contentBlocks;
    private final double crowdTokens;

    CostLaw(ScoringSettings settings) {
        this.deviceCredit = settings.deviceCredit();
        this.hostCredit = settings.hostCredit();
        this.diskCredit = settings.diskCredit();
        this.contentBlocks = settings.content().blocks();
        this.crowdTokens = settings.decodeCrowdTokens();
    }

    double credit(double trust, int device, int host, int disk) {
        return trust * (deviceCredit * device + hostCredit * host + diskCredit * disk);
    }

    /** Blocks that pieces of content weigh which a target was not sent lately. */
    double content(int lacking) {
        return contentBlocks * lacking;
    }

    /**
     * Blocks that stand for a decode target's being fuller than others.
     *
     * @param requests that it would meet there
     * @param meanRequests of the targets that it competes with, itself included
     */
    double crowd(double requests, double meanRequests, int blockSize) {
        return crowdTokens / blockSize * Math.max(0, requests - 1 - meanRequests);
    }

    static double missed(int blocks, double credit) {
        return Math.max(0, blocks - credit);
    }

    static double cost(double weight, double missed, double load) {
        return weight * missed + load;
    }

    /** The highest cost that still ties with this one as the lowest. */
    static double tieLimit(double lowest) {
        return lowest + TIE * Math.max(1, Math.abs(lowest));
    }

    /** A belief outside 0..1, or none at all, must not turn into credit. */
    static double trust(double told) {
        return told >= 0 ? Math.min(told, 1) : 0;
    }
}
