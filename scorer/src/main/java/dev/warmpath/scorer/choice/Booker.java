package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import dev.warmpath.scorer.load.Booking;
import dev.warmpath.scorer.load.Leg;
import dev.warmpath.scorer.load.LoadLedger;
import dev.warmpath.scorer.load.RecentPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the way that the search found into bookings. Guarded by the ledger's lock. */
final class Booker {

    private final LoadLedger ledger;
    private final PrefixIndex index;
    private final ExpectedHints hints;
    private final int mostContent;

    /** @param mostContent pieces of content that are remembered for a target */
    Booker(LoadLedger ledger, PrefixIndex index, ExpectedHints hints, int mostContent) {
        this.mostContent = mostContent;
        this.ledger = ledger;
        this.index = index;
        this.hints = hints;
    }

    /** Books the legs of the way that was found, and enters the blocks that its prefill will store as expected. */
    Choice book(HashedPrompt prompt, List<Pairing> pairings, PairSearch.Way way) {
        Score first = way.first();
        Score second = way.second();
        RecentPool pool = pool(pairings);
        ledger.begin(
                first.candidate().load(),
                second == null ? null : second.candidate().load(),
                pool == null ? ledger.newPool() : pool);
        Runnable unsent = prompt.content().length == 0
                ? null
                : first.candidate().content().remember(prompt.content(), mostContent);
        Role does = way.skipsPrefill() ? Role.MIXED : first.candidate().role();
        Booking booking =
                ledger.book(first.candidate().load(), leg(prompt, first, does), expect(prompt, first), unsent);
        Choice.Kind kind = way.skipsPrefill()
                ? Choice.Kind.PREFILL_SKIPPED
                : kind(prompt, first, way.firstChoices(), way.firstTied());
        if (second == null) {
            return new Choice.Single(way.pairing(), first.candidate(), booking, kind);
        }
        return new Choice.Pair(
                way.pairing(),
                first.candidate(),
                booking,
                kind,
                second.candidate(),
                ledger.bookAfter(booking, second.candidate().load(), leg(prompt, second, Role.DECODE)),
                kind(prompt, second, way.secondChoices(), way.secondTied()));
    }

    /**
     * The pool of targets that compete for the same requests: that of the first of them that was ever booked. Which
     * targets do compete (same model) is seen from the pairings. A target that serves several models stays in the pool
     * that it came to first. Null while none was booked.
     */
    static @Nullable RecentPool pool(List<Pairing> pairings) {
        for (int i = 0; i < pairings.size(); i++) {
            Pairing pairing = pairings.get(i);
            RecentPool pool = poolOf(pairing.prefill());
            pool = pool == null ? poolOf(pairing.decode()) : pool;
            if (pool != null) {
                return pool;
            }
        }
        return null;
    }

    private static @Nullable RecentPool poolOf(List<Candidate> side) {
        for (int i = 0; i < side.size(); i++) {
            RecentPool pool = side.get(i).load().pool();
            if (pool != null) {
                return pool;
            }
        }
        return null;
    }

    /** Siblings that come before the first event shall follow: the blocks to be computed count as held from now on. */
    private long expect(HashedPrompt prompt, Score score) {
        long[] chain = chain(score);
        RankIndex rank = score.candidate().index();
        if (score.matched >= chain.length) {
            return 0;
        }
        hints.note(score.candidate().target(), chain);
        return index.expect(rank, chain, score.matched, chain.length, prompt.apart());
    }

    /** @param does what the leg does, which is not always what its target usually does */
    private static Leg leg(HashedPrompt prompt, Score score, Role does) {
        Candidate candidate = score.candidate();
        return new Leg(
                candidate.target(),
                does,
                prompt.unhashedReason() == null,
                prompt.tokens(),
                score.blockSize > 0 ? score.blockSize : ScoreSheet.USUAL_BLOCK_SIZE,
                // What follows a beginning is a block at least.
                prompt.whole() ? score.blocks : score.blocks + 1,
                score.matched,
                score.announced,
                score.missed,
                chain(score));
    }

    private static long[] chain(Score score) {
        return score.match == null ? SizedMatches.NO_CHAIN : score.match.chain;
    }

    private static Choice.Kind kind(HashedPrompt prompt, Score score, int choices, boolean tied) {
        if (score.lastResort) {
            return Choice.Kind.LAST_RESORT;
        }
        if (prompt.unhashedReason() != null) {
            return Choice.Kind.UNHASHED;
        }
        if (choices == 1) {
            return Choice.Kind.ONLY_ONE;
        }
        return tied ? Choice.Kind.TIED : Choice.Kind.SCORED;
    }
}
