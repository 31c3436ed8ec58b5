package dev.warmpath.scorer.choice;

import static dev.warmpath.scorer.choice.TestFleet.BLOCK_SIZE;
import static dev.warmpath.scorer.choice.TestFleet.pair;
import static dev.warmpath.scorer.choice.TestFleet.prompt;
import static dev.warmpath.scorer.choice.TestFleet.store;
import static dev.warmpath.scorer.choice.TestFleet.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When a request goes straight to a decode target. The prompt has 100 tokens in 25 blocks. */
class SkipPrefillTest {

    private static final SkipPrefillSettings BOUNDS = new SkipPrefillSettings(true, 20, 0.15, 1);

    private final TestFleet fleet = fleet(BOUNDS);
    private final Candidate prefill = fleet.target(Role.PREFILL);
    private final Candidate decode = fleet.target(Role.DECODE);

    private static TestFleet fleet(SkipPrefillSettings bounds) {
        return new TestFleet(ScoringSettings.withWeights(20, 2, null).withSkipPrefill(bounds));
    }

    private static Pairing over(Protocol protocol, Candidate prefill, Candidate... decode) {
        return new Pairing("default", protocol, List.of(prefill), List.of(decode));
    }

    private Pairing vllm() {
        return over(Protocol.VLLM_NIXL, prefill, decode);
    }

    private SkipVerdict verdict(Candidate candidate, HashedPrompt prompt, Pairing pairing) {
        return Objects.requireNonNull(fleet.row(prompt, candidate, pairing).straight());
    }

    @Test
    void goesStraightWhereTheDecodeTargetLacksLittle() {
        store(decode, tokens(1, 88));
        Choice.Single chosen = (Choice.Single) fleet.choose(prompt(tokens(1, 100)), vllm());
        assertThat(chosen.target()).isSameAs(decode);
        assertThat(chosen.kind()).isEqualTo(Choice.Kind.PREFILL_SKIPPED);
        assertThat(chosen.booking().predictedCachedTokens()).isEqualTo(88);
    }

    /** It computes the rest and holds the whole, and both end with the booking. */
    @Test
    void theBookingIsThatOfALegThatDoesBoth() {
        store(decode, tokens(1, 88));
        Choice.Single chosen = (Choice.Single) fleet.choose(prompt(tokens(1, 100)), vllm());
        assertThat(fleet.load(decode).inflightBlocks()).isEqualTo(3 + 25);
        assertThat(fleet.load(prefill).requests()).isZero();
        chosen.booking().prefillDone();
        assertThat(fleet.load(decode).inflightBlocks()).isEqualTo(25);
        assertThat(fleet.load(decode).requests()).isEqualTo(1);
        chosen.booking().release();
        assertThat(fleet.load(decode).inflightBlocks()).isZero();
        assertThat(fleet.load(decode).requests()).isZero();
    }

    @Test
    void explainTellsWhatIsDone() {
        store(decode, tokens(1, 88));
        Explanation told = fleet.chooser.explain(prompt(tokens(1, 100)), List.of(vllm()));
        assertThat(told.prefill()).isNull();
        assertThat(told.decode()).isEqualTo(decode.target());
        assertThat(fleet.row(prompt(tokens(1, 100)), decode, vllm()).lacked()).isEqualTo(12);
        assertThat(fleet.row(prompt(tokens(1, 100)), prefill, vllm()).straight())
                .isNull();
    }

    @Test
    void aPairServesWhatLacksMore() {
        store(decode, tokens(1, 80));
        assertThat(verdict(decode, prompt(tokens(1, 100)), vllm())).isEqualTo(SkipVerdict.TOO_LARGE_SHARE);
        assertThat(verdict(decode, prompt(tokens(1, 104)), vllm())).isEqualTo(SkipVerdict.TOO_MANY_TOKENS);
        assertThat(fleet.choose(prompt(tokens(1, 100)), vllm())).isInstanceOf(Choice.Pair.class);
    }

    /** A pair's decode leg counts as a request; with two in flight the target is too busy, with one it is not. */
    @Test
    void aPairServesWhereTheDecodeTargetIsBusy() {
        store(decode, tokens(1, 88));
        fleet.choose(fleet.cold(4), vllm());
        assertThat(verdict(decode, prompt(tokens(1, 100)), vllm())).isEqualTo(SkipVerdict.STRAIGHT);
        fleet.choose(fleet.cold(4), vllm());
        assertThat(verdict(decode, prompt(tokens(1, 100)), vllm())).isEqualTo(SkipVerdict.TOO_BUSY);
        assertThat(fleet.choose(prompt(tokens(1, 100)), vllm())).isInstanceOf(Choice.Pair.class);
    }

    @Test
    void anEngineThatCannotPrefillIsNeverAskedTo() {
        store(decode, tokens(1, 88));
        Pairing sglang = pair(List.of(prefill), List.of(decode));
        assertThat(verdict(decode, prompt(tokens(1, 100)), sglang)).isEqualTo(SkipVerdict.CANNOT_PREFILL);
        assertThat(fleet.choose(prompt(tokens(1, 100)), sglang)).isInstanceOf(Choice.Pair.class);
    }

    /** Half a belief in 88 tokens is 44. */
    @Test
    void whatIsDoubtedIsNotCountedAsHeld() {
        Candidate doubted = fleet.target(Role.DECODE, BLOCK_SIZE, 0.5);
        store(doubted, tokens(1, 88));
        Pairing pairing = over(Protocol.VLLM_NIXL, prefill, doubted);
        assertThat(fleet.row(prompt(tokens(1, 100)), doubted, pairing).lacked()).isEqualTo(56);
        assertThat(fleet.choose(prompt(tokens(1, 100)), pairing)).isInstanceOf(Choice.Pair.class);
    }

    /** What a leg that still runs will store is no ground: only what events announced. */
    @Test
    void whatIsOnlyExpectedIsNotCountedAsHeld() {
        store(decode, tokens(1, 88));
        fleet.choose(prompt(tokens(1, 100)), vllm());
        Explanation.Row row = fleet.row(prompt(tokens(1, 100)), decode, vllm());
        assertThat(row.device()).isEqualTo(25);
        assertThat(row.lacked()).isEqualTo(12);
    }

    @Test
    void theCheapestOfSeveralTakesIt() {
        Candidate warmer = fleet.target(Role.DECODE);
        store(decode, tokens(1, 88));
        store(warmer, tokens(1, 96));
        Pairing pairing = over(Protocol.VLLM_MOONCAKE, prefill, decode, warmer);
        Choice.Single chosen = (Choice.Single) fleet.choose(prompt(tokens(1, 100)), pairing);
        assertThat(chosen.target()).isSameAs(warmer);
    }

    @Test
    void aBarredTargetDoesNotTakeIt() {
        store(decode, tokens(1, 88));
        decode.bar(Ineligibility.DRAINING);
        Candidate other = fleet.target(Role.DECODE);
        Pairing pairing = over(Protocol.VLLM_NIXL, prefill, decode, other);
        Choice.Pair chosen = (Choice.Pair) fleet.choose(prompt(tokens(1, 100)), pairing);
        assertThat(chosen.decodeTarget()).isSameAs(other);
    }

    @Test
    void offMeansOff() {
        TestFleet off = fleet(new SkipPrefillSettings(false, 1000, 1, 1000));
        Candidate warm = off.target(Role.DECODE);
        store(warm, tokens(1, 100));
        Pairing pairing = over(Protocol.VLLM_NIXL, off.target(Role.PREFILL), warm);
        assertThat(off.row(prompt(tokens(1, 100)), warm, pairing).straight()).isNull();
        assertThat(off.choose(prompt(tokens(1, 100)), pairing)).isInstanceOf(Choice.Pair.class);
    }

    @Test
    void anUnhashedPromptGoesToAPair() {
        assertThat(fleet.choose(HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER), vllm()))
                .isInstanceOf(Choice.Pair.class);
    }
}
