package dev.warmpath.scorer.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BookingTest {

    private static final Target TARGET = new Target("http://10.0.0.1:30000", 0);
    private static final int BLOCK_SIZE = 4;

    private final List<Long> withdrawn = new ArrayList<>();
    private final List<Long> settled = new ArrayList<>();
    private final LoadLedger ledger = new LoadLedger(0.97, withdrawn::add, settled::add);
    private final RecentPool pool = ledger.newPool();
    private final TargetLoad load = new TargetLoad();

    @Test
    void prefillLegCountsItsMissesUntilPrefillIsDone() {
        Booking booking = book(leg(Role.PREFILL, 40, 6, chain(1, 10)));
        assertThat(status()).isEqualTo(new LoadStatus(1, 4, 4));

        booking.prefillDone();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, 4));
        booking.release();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, 4));
    }

    @Test
    void decodeLegsCountASharedPrefixOnce() {
        Booking first = book(leg(Role.DECODE, 40, 10, chain(1, 10)));
        Booking second = book(leg(Role.DECODE, 40, 10, chain(1, 6, 101, 4)));
        assertThat(status().inflightBlocks()).isEqualTo(14);

        first.release();
        assertThat(status().inflightBlocks()).isEqualTo(10);
        second.release();
        assertThat(status().inflightBlocks()).isZero();
    }

    @Test
    void blocksWithoutHashCountForEachRequest() {
        // An image after block 6: ten blocks of prompt, six that can be shared.
        book(leg(Role.DECODE, 40, 6, chain(1, 6)));
        book(leg(Role.DECODE, 40, 6, chain(1, 6)));
        assertThat(status().inflightBlocks()).isEqualTo(6 + 4 + 4);
    }

    @Test
    void decodeGrowsByTheBlocksThatGeneratedTokensFill() {
        // 42 tokens: the last block of the prompt has two, so two more fill it.
        Booking booking = book(leg(Role.DECODE, 42, 10, chain(1, 10)));
        booking.generated(1);
        assertThat(status().inflightBlocks()).isEqualTo(10);
        booking.generated(1);
        assertThat(status().inflightBlocks()).isEqualTo(11);
        booking.generated(9);
        assertThat(status().inflightBlocks()).isEqualTo(13);
        booking.release();
        assertThat(status().inflightBlocks()).isZero();
    }

    @Test
    void generatedTokensDoNotCountOnAPrefillTargetNorAfterTheEnd() {
        Booking prefill = book(leg(Role.PREFILL, 40, 10, chain(1, 10)));
        prefill.generated(100);
        assertThat(status().inflightBlocks()).isZero();

        Booking decode = book(leg(Role.DECODE, 40, 10, chain(1, 10)));
        decode.release();
        decode.generated(100);
        assertThat(status().inflightBlocks()).isZero();
    }

    @Test
    void mixedLegCountsBothAndKeepsTheDecodeShareAfterPrefill() {
        Booking booking = book(leg(Role.MIXED, 40, 6, chain(1, 10)));
        assertThat(status().inflightBlocks()).isEqualTo(4 + 10);

        booking.prefillDone();
        assertThat(status()).isEqualTo(new LoadStatus(1, 10, 4));
        booking.generated(8);
        assertThat(status().inflightBlocks()).isEqualTo(12);
        booking.release();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, 4));
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void unhashedLegIsNotInvisible(Role role) {
        Booking booking = book(new Leg(TARGET, role, false, 0, BLOCK_SIZE, 0, 0, 0, 0, chain()));
        assertThat(status().inflightBlocks()).isEqualTo(role == Role.MIXED ? 2 : 1);
        double charged = role == Role.DECODE ? 0 : 1;
        assertThat(status().recentBlocks()).isEqualTo(charged);
        booking.release();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, charged));
    }

    @Test
    void legThatOnlyDecodesIsNotCharged() {
        book(leg(Role.DECODE, 40, 6, chain(1, 10)));
        assertThat(status()).isEqualTo(new LoadStatus(1, 10, 0));
    }

    @Test
    void promptThatIsCachedWholeChargesNothing() {
        book(leg(Role.PREFILL, 40, 10, chain(1, 10)));
        assertThat(status()).isEqualTo(new LoadStatus(1, 0, 0));
    }

    @Test
    void refundGivesTheChargeBackAndFailureDoesNot() {
        book(leg(Role.PREFILL, 40, 0, chain(1, 10))).fail();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, 10));

        book(leg(Role.PREFILL, 40, 2, chain(1, 10))).refund();
        assertThat(status().recentBlocks()).isEqualTo(10 * 0.97);
    }

    @Test
    void whatALegWasExpectedToStoreIsSettledOnceWhenItsPrefillIsDone() {
        Leg leg = leg(Role.PREFILL, 40, 0, chain(1, 10));
        Booking done = book(leg, 11);
        done.prefillDone();
        done.release();
        assertThat(settled).containsExactly(11L);

        book(leg, 12).release();
        book(leg, 13).fail();
        book(leg, 14).refund();
        assertThat(settled).containsExactly(11L, 12L);
    }

    @Test
    void whatALegWasExpectedToStoreIsWithdrawnOnceAndOnlyIfItFailed() {
        Leg leg = leg(Role.PREFILL, 40, 0, chain(1, 10));
        book(leg, 11).release();
        assertThat(withdrawn).isEmpty();

        Booking failed = book(leg, 12);
        failed.prefillDone();
        failed.fail();
        failed.refund();
        assertThat(withdrawn).containsExactly(12L);

        book(leg, 13).refund();
        assertThat(withdrawn).containsExactly(12L, 13L);
    }

    @Test
    void predictionLeavesOutTheBlockOfTheLastToken() {
        assertThat(book(leg(Role.PREFILL, 40, 10, chain(1, 10))).predictedCachedTokens())
                .as("as vLLM reports it for a prompt of full blocks that it holds whole")
                .isEqualTo(36);
        assertThat(book(leg(Role.PREFILL, 41, 10, chain(1, 10))).predictedCachedTokens())
                .isEqualTo(40);
        assertThat(book(leg(Role.PREFILL, 43, 10, chain(1, 10))).predictedCachedTokens())
                .isEqualTo(40);
        assertThat(book(leg(Role.PREFILL, 43, 3, chain(1, 10))).predictedCachedTokens())
                .isEqualTo(12);
        assertThat(book(new Leg(TARGET, Role.PREFILL, false, 0, BLOCK_SIZE, 0, 0, 0, 0, chain()))
                        .predictedCachedTokens())
                .isZero();
    }

    static List<Consumer<Booking>> ends() {
        return List.of(Booking::release, Booking::fail, Booking::refund);
    }

    /** Scenarios 43 and 63: whoever ends a leg, and however often, gauges come back to 0 and never go below. */
    @ParameterizedTest
    @MethodSource("ends")
    void onlyTheFirstEndCounts(Consumer<Booking> end) {
        for (Role role : Role.values()) {
            Booking other = book(leg(role, 40, 0, chain(1, 10)));
            LoadStatus before = status();
            Booking booking = book(leg(role, 42, 4, chain(1, 10)));
            booking.generated(7);
            end.accept(booking);
            LoadStatus after = status();
            assertThat(after.requests()).isEqualTo(before.requests());
            assertThat(after.inflightBlocks()).isEqualTo(before.inflightBlocks());

            booking.release();
            booking.fail();
            booking.refund();
            booking.prefillDone();
            booking.generated(50);
            assertThat(status()).as("after the end, %s", role).isEqualTo(after);
            other.release();
            assertThat(status().inflightBlocks()).isZero();
            assertThat(status().requests()).isZero();
        }
    }

    @Test
    void prefillMayStillFailAfterItWasDone() {
        Booking booking = book(leg(Role.PREFILL, 40, 0, chain(1, 10)));
        booking.prefillDone();
        booking.prefillDone();
        booking.refund();
        assertThat(status()).isEqualTo(new LoadStatus(0, 0, 0));
    }

    private Booking book(Leg leg) {
        return book(leg, 0);
    }

    private Booking book(Leg leg, long expected) {
        ledger.lock();
        try {
            ledger.begin(load, null, pool);
            return ledger.book(load, leg, expected);
        } finally {
            ledger.unlock();
        }
    }

    private LoadStatus status() {
        return ledger.status(load);
    }

    private static Leg leg(Role role, int tokens, int matched, long[] chain) {
        int blocks = tokens / BLOCK_SIZE;
        return new Leg(TARGET, role, true, tokens, BLOCK_SIZE, blocks, matched, matched, blocks - matched, chain);
    }

    /** Hashes {@code first, first + 1, ...}, in runs of (first, length). */
    private static long[] chain(long... runs) {
        int length = 0;
        for (int i = 1; i < runs.length; i += 2) {
            length += (int) runs[i];
        }
        long[] chain = new long[length];
        int at = 0;
        for (int i = 0; i < runs.length; i += 2) {
            for (long n = 0; n < runs[i + 1]; n++) {
                chain[at++] = runs[i] + n;
            }
        }
        return chain;
    }
}
