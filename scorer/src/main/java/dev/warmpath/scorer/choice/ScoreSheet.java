package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.Matches;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.load.TargetLoad;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The score of every candidate of one request: the single pass that choosing and explaining share, so that what is
 * explained is what would be done.
 *
 * <p>Lines stand in the order of the pairings, each pairing's prefill side before its decode side; {@link #prefillStart},
 * {@link #decodeStart} and {@link #end} bound them. Lines are made once and reused, the prompt is looked up once per block
 * size, and scoring a candidate is a few reads and multiplications: nothing is allocated per target or per block.
 * Guarded by the ledger's lock. {@code ChooseBenchmark} guards the cost.
 */
final class ScoreSheet {

    /** Tokens per block that engines use where nobody says otherwise; stands in while no candidate's size is known. */
    static final int USUAL_BLOCK_SIZE = 16;

    private final CostLaw law;
    private final SizedMatches matches;
    private Score[] scores = {};
    private int used;
    private int[] starts = {0};

    ScoreSheet(CostLaw law, PrefixIndex index) {
        this.law = law;
        this.matches = new SizedMatches(index);
    }

    /** Fills the sheet. It holds on to the prompt's chains until {@link #clear}. */
    void fill(HashedPrompt prompt, List<Pairing> pairings, Set<Target> excluded, OverlapWeights weights, Wish wish) {
        enter(pairings);
        boolean hashed = prompt.unhashedReason() == null;
        for (int i = 0; i < used; i++) {
            Score score = scores[i];
            score.blockSize = score.candidate().index().blockSize();
            score.match = hashed && score.blockSize > 0 ? matches.of(prompt, score.blockSize) : null;
        }
        int fullMiss = hashed ? fullMiss(prompt) : 0;
        for (int i = 0; i < used; i++) {
            Score score = scores[i];
            weigh(score, fullMiss, prompt.content(), weights, wish);
            if (score.ineligible == null
                    && !excluded.isEmpty()
                    && excluded.contains(score.candidate().target())) {
                score.ineligible = Shortage.TRIED;
            }
        }
        for (int i = 0; i < pairings.size(); i++) {
            crowd(decodeStart(i), end(i));
        }
        if (wish.only()) {
            insist(pairings.size());
        }
    }

    /** Adds what decode targets' crowds weigh, from the mean of those that may be chosen. */
    private void crowd(int from, int to) {
        int eligible = 0;
        double met = 0;
        for (int i = from; i < to; i++) {
            if (scores[i].eligible()) {
                eligible++;
                met += scores[i].met;
            }
        }
        double mean = eligible == 0 ? 0 : met / eligible;
        for (int i = from; i < to; i++) {
            Score score = scores[i];
            int blockSize = score.blockSize > 0 ? score.blockSize : USUAL_BLOCK_SIZE;
            score.crowd = eligible == 0 ? 0 : law.crowd(score.met, mean, blockSize);
            score.load += score.crowd;
            score.cost += score.crowd;
        }
    }

    /**
     * Takes back what a wish for some targets only has kept out, where none of those can serve after all: they may be
     * too far from each other, or their side's only ones.
     *
     * @param pairings how many were entered
     * @param all of the first sides too; else only of the second, which leaves the request to the first that it wishes for
     * @return whether there was any
     */
    boolean relent(int pairings, boolean all) {
        boolean any = false;
        for (int i = 0; i < pairings; i++) {
            for (int line = all ? prefillStart(i) : decodeStart(i); line < end(i); line++) {
                Score score = scores[line];
                if (Shortage.NOT_WISHED.equals(score.ineligible)) {
                    score.ineligible = null;
                    any = true;
                }
            }
        }
        return any;
    }

    /**
     * Makes the targets eligible that are barred for failing alone, on each side that has nobody else.
     *
     * @param pairings how many were entered
     * @param besideOthers on the other sides too: those whom they have may be of no use to the other side
     * @return whether there are any
     */
    boolean fallBack(int pairings, Set<Target> excluded, boolean besideOthers) {
        boolean any = false;
        for (int i = 0; i < pairings; i++) {
            any |= fallBack(prefillStart(i), decodeStart(i), excluded, besideOthers);
            any |= fallBack(decodeStart(i), end(i), excluded, besideOthers);
        }
        return any;
    }

    private boolean fallBack(int from, int to, Set<Target> excluded, boolean besideOthers) {
        for (int i = from; i < to; i++) {
            if (scores[i].eligible() && !besideOthers) {
                return false;
            }
        }
        boolean any = false;
        for (int i = from; i < to; i++) {
            Score score = scores[i];
            Candidate candidate = score.candidate();
            if (!score.eligible()
                    && !score.weightless
                    && candidate.betterThanNone()
                    && !excluded.contains(candidate.target())) {
                score.ineligible = null;
                score.lastResort = true;
                any = true;
            }
        }
        return any;
    }

    /** Lets go of the prompt. */
    void clear() {
        matches.clear();
    }

    Score get(int line) {
        return scores[line];
    }

    int prefillStart(int pairing) {
        return starts[2 * pairing];
    }

    int decodeStart(int pairing) {
        return starts[2 * pairing + 1];
    }

    int end(int pairing) {
        return starts[2 * pairing + 2];
    }

    private void enter(List<Pairing> pairings) {
        if (starts.length < 2 * pairings.size() + 1) {
            starts = new int[2 * pairings.size() + 1];
        }
        int line = 0;
        for (int i = 0; i < pairings.size(); i++) {
            Pairing pairing = pairings.get(i);
            starts[2 * i] = line;
            line = enterSide(pairing.prefill(), line);
            starts[2 * i + 1] = line;
            line = enterSide(pairing.decode(), line);
        }
        starts[2 * pairings.size()] = line;
        // Lines beyond must not keep candidates alive that have left the fleet.
        for (int i = line; i < used; i++) {
            scores[i].candidate = null;
        }
        used = line;
    }

    private int enterSide(List<Candidate> side, int from) {
        int line = from;
        for (int i = 0; i < side.size(); i++) {
            if (line == scores.length) {
                grow();
            }
            scores[line++].candidate = side.get(i);
        }
        return line;
    }

    private void grow() {
        int old = scores.length;
        scores = Arrays.copyOf(scores, Math.max(16, 2 * old));
        for (int i = old; i < scores.length; i++) {
            scores[i] = new Score();
        }
    }

    /** Blocks of a full miss where the block size is not known: never fewer than any full miss that is known. */
    private int fullMiss(HashedPrompt prompt) {
        int most = matches.mostBlocks();
        return most > 0 ? most : (prompt.tokens() + USUAL_BLOCK_SIZE - 1) / USUAL_BLOCK_SIZE;
    }

    private void weigh(Score score, int fullMiss, long[] content, OverlapWeights weights, Wish wish) {
        Candidate candidate = score.candidate();
        TargetLoad load = candidate.load();
        overlap(score, candidate, fullMiss);
        score.trust = candidate.trust();
        score.credit = law.credit(score.trust, score.device, score.host, score.disk);
        score.missed = CostLaw.missed(score.blocks, score.credit);
        score.content = 0;
        if (content.length > 0 && candidate.role() != Role.DECODE) {
            // What is encoded for the prompt is work of the leg that computes it.
            score.content = candidate.content().held(content);
            score.missed += law.content(content.length - score.content);
        }
        boolean decodes = candidate.role() == Role.DECODE;
        score.load = decodes ? load.metBlocks() : load.blocks();
        score.met = decodes ? load.metRequests() : load.requests();
        score.crowd = 0;
        score.othersLoad = load.othersBlocks();
        score.requests = load.requests();
        score.lastChosen = load.lastChosen();
        score.ineligible = candidate.ineligible();
        score.lastResort = false;
        double weight = weights.of(candidate.role());
        score.weightless = Double.isNaN(weight);
        if (score.weightless) {
            score.ineligible = score.ineligible == null ? Shortage.NO_MIXED_WEIGHT : score.ineligible;
            // For an explanation only: without a weight, the load is all that can be told.
            score.cost = score.load;
        } else {
            score.cost = CostLaw.cost(weight * wish.weightFactor(), score.missed, score.load);
        }
        score.wished = wish.wants(candidate);
        if (score.wished && !wish.only()) {
            score.cost -= wish.bonus();
        }
    }

    /** Leaves only those that are wished for, on each side on which one of them may be chosen. */
    private void insist(int pairings) {
        int where = pairingOfWished(pairings);
        for (int i = 0; where >= 0 && i < pairings; i++) {
            insist(prefillStart(i), decodeStart(i), true);
            insist(decodeStart(i), end(i), i != where || anyWished(decodeStart(i), end(i)));
        }
    }

    private void insist(int from, int to, boolean insists) {
        for (int i = from; insists && i < to; i++) {
            if (scores[i].eligible() && !scores[i].wished) {
                scores[i].ineligible = Shortage.NOT_WISHED;
            }
        }
    }

    /** The pairing whose first side has one that is wished for and may be chosen; -1 where none has. */
    private int pairingOfWished(int pairings) {
        for (int i = 0; i < pairings; i++) {
            if (anyWished(prefillStart(i), decodeStart(i))) {
                return i;
            }
        }
        return -1;
    }

    private boolean anyWished(int from, int to) {
        for (int i = from; i < to; i++) {
            if (scores[i].wished && scores[i].eligible()) {
                return true;
            }
        }
        return false;
    }

    private static void overlap(Score score, Candidate candidate, int fullMiss) {
        SizedMatches.Sized match = score.match;
        if (match == null) {
            score.blocks = fullMiss;
            score.matched = 0;
            score.announced = 0;
            score.device = 0;
            score.host = 0;
            score.disk = 0;
            return;
        }
        Matches matches = match.matches;
        int slot = candidate.index().slot();
        score.blocks = match.blocks;
        score.matched = matches.blocks(slot);
        score.announced = matches.announced(slot);
        score.device = matches.blocks(slot, Tier.DEVICE);
        score.host = matches.blocks(slot, Tier.HOST);
        score.disk = matches.blocks(slot, Tier.DISK);
    }
}
