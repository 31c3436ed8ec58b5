package dev.warmpath.scorer.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.hash.BlockHash;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Scenario 29: requests with images go where these were sent before, and are credited with text before them only. */
class ContentChoiceTest {

    private static final int TARGETS = 4;

    private final TestFleet fleet = new TestFleet(20.0, 2.0, 20.0);
    private final List<Candidate> targets = fleet.targets(Role.MIXED, TARGETS);

    private static HashedPrompt image(int number) {
        return HashedPrompt.unhashed(UnhashedReason.UNSUPPORTED_CONTENT, keys(number));
    }

    private static long[] keys(int... numbers) {
        long[] keys = new long[numbers.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = BlockHash.content("https://example.com/" + numbers[i] + ".png");
        }
        return keys;
    }

    private Target serve(HashedPrompt prompt) {
        Choice.Single choice = fleet.chooseMixed(prompt, TestFleet.mixed(targets));
        choice.booking().release();
        return choice.booking().target();
    }

    /** Golden value of the reference router's own key. */
    @Test
    void keyOfAnImageIsThatOfOtherRouters() {
        assertThat(BlockHash.content("https://example.com/a.png")).isEqualTo(0x432b06447698eaf0L);
        assertThat(BlockHash.content("data:image/png;base64,AAAA")).isEqualTo(0xc4a60ab824c912a1L);
    }

    @Test
    void repeatedImageFollowsItselfAndUnseenOnesSpread() {
        Set<Target> first = new HashSet<>();
        for (int i = 0; i < TARGETS; i++) {
            Target target = serve(image(i));
            first.add(target);
            assertThat(serve(image(i))).isEqualTo(target);
        }
        assertThat(first).hasSize(TARGETS);
    }

    @Test
    void explanationTellsWhoWasSentIt() {
        Target holder = serve(image(1));
        for (Candidate target : targets) {
            Explanation.Row row = fleet.row(image(1), target, TestFleet.mixed(targets));
            assertThat(row.content()).isEqualTo(1);
            assertThat(row.contentHeld()).isEqualTo(target.target().equals(holder) ? 1 : 0);
            assertThat(row.missed()).isEqualTo(target.target().equals(holder) ? 0 : 48);
        }
    }

    @Test
    void forgottenImageGoesByLoadAgain() {
        serve(image(0));
        Candidate one = targets.get(0);
        int[] others = new int[300];
        for (int i = 0; i < others.length; i++) {
            others[i] = 1000 + i;
        }
        HashedPrompt many = HashedPrompt.unhashed(UnhashedReason.UNSUPPORTED_CONTENT, keys(others));
        fleet.chooseMixed(many, TestFleet.mixed(one)).booking().release();

        assertThat(fleet.row(image(0), one, TestFleet.mixed(targets)).contentHeld())
                .isZero();
        assertThat(fleet.row(many, one, TestFleet.mixed(targets)).contentHeld())
                .as("bounded")
                .isEqualTo(256);
    }

    @Test
    void imageThatNeverGotThereIsNotRememberedAndOneThatOthersSentStays() {
        Candidate one = targets.get(0);
        Choice.Single unsent = fleet.chooseMixed(image(1), TestFleet.mixed(one));
        unsent.booking().refund();
        assertThat(held(1)).isZero();

        Choice.Single sent = fleet.chooseMixed(image(2), TestFleet.mixed(one));
        Choice.Single again = fleet.chooseMixed(image(2), TestFleet.mixed(one));
        again.booking().refund();
        assertThat(held(2)).as("the earlier one is there").isEqualTo(1);
        sent.booking().fail();
        assertThat(held(2)).as("it was sent").isEqualTo(1);

        Choice.Single early = fleet.chooseMixed(image(3), TestFleet.mixed(one));
        fleet.chooseMixed(image(3), TestFleet.mixed(one)).booking().release();
        early.booking().refund();
        assertThat(held(3)).as("a later one brought it").isEqualTo(1);
    }

    private int held(int number) {
        return fleet.row(image(number), targets.get(0), TestFleet.mixed(targets))
                .contentHeld();
    }

    @Test
    void imageWeighsNothingOnDecode() {
        List<Candidate> prefill = fleet.targets(Role.PREFILL, 2);
        List<Candidate> decode = fleet.targets(Role.DECODE, 2);
        Pairing pairs = TestFleet.pair(prefill, decode);
        Choice.Pair first = fleet.choosePair(image(1), pairs);
        first.prefill().release();
        first.decode().release();
        Choice.Pair second = fleet.choosePair(image(1), pairs);
        assertThat(second.prefill().target()).isEqualTo(first.prefill().target());
        assertThat(fleet.row(image(1), decode.get(0), pairs).missed()).isZero();
    }

    @Test
    void textBeforeAnImageIsCreditedAndItsLengthIsComparedWithNoAnswer() {
        int[] text = TestFleet.tokens(0, 8 * TestFleet.BLOCK_SIZE);
        TestFleet.store(targets.get(2), text);
        HashedPrompt prompt = HashedPrompt.beginning(text, 6 * TestFleet.BLOCK_SIZE, CacheNamespace.PLAIN, keys(7));

        Choice.Single choice = fleet.chooseMixed(prompt, TestFleet.mixed(targets));

        assertThat(choice.booking().target()).isEqualTo(targets.get(2).target());
        assertThat(choice.booking().matchedBlocks()).isEqualTo(6);
        assertThat(choice.booking().prediction().tokens()).isZero();
    }
}
