package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.bench.policy.fleet.Placement;
import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.it.bench.policy.fleet.Rule;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.RankIndex;
import dev.warmpath.scorer.load.Booking;
import java.util.List;
import java.util.Set;

/** The router's own law: its chooser with its books and its index, on the run's clock. */
public final class WarmpathLaw implements Rule {

    private final PairChooser chooser;
    private final List<Pairing> pairings;

    public WarmpathLaw(RouterView view, ScoringSettings settings) {
        this.chooser = new PairChooser(view.index(), settings, view.nanoClock());
        this.pairings = List.of(new Pairing(
                "",
                Protocol.VLLM_NIXL,
                candidates(view.prefill(), Role.PREFILL),
                candidates(view.decode(), Role.DECODE)));
    }

    private static List<Candidate> candidates(List<RankIndex> ranks, Role role) {
        return ranks.stream().map(rank -> new Candidate(role, rank, () -> 1)).toList();
    }

    @Override
    public Placement place(HashedPrompt prompt) {
        Choice choice = chooser.choose(prompt, pairings, Set.of());
        if (choice instanceof Choice.Single alone) {
            return new Alone(alone.target().target().rank(), alone.booking());
        }
        if (choice instanceof Choice.Pair pair) {
            return new Booked(
                    pair.prefillTarget().target().rank(),
                    pair.decodeTarget().target().rank(),
                    pair.prefill(),
                    pair.decode());
        }
        throw new IllegalStateException("a fleet whose ranks are all well has a pair");
    }

    private record Booked(int prefill, int decode, Booking prefillBooking, Booking decodeBooking) implements Placement {

        @Override
        public void prefillDone() {
            prefillBooking.release();
        }

        @Override
        public void generated(int tokens) {
            decodeBooking.generated(tokens);
        }

        @Override
        public void ended() {
            decodeBooking.release();
        }
    }

    private record Alone(int decode, Booking booking) implements Placement {

        @Override
        public int prefill() {
            return NONE;
        }

        @Override
        public void prefillDone() {
            booking.prefillDone();
        }

        @Override
        public void generated(int tokens) {
            booking.generated(tokens);
        }

        @Override
        public void ended() {
            booking.release();
        }
    }
}
