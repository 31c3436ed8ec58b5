package dev.warmpath.scorer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentPoolTest {

    @Test
    void chargeFadesByTheFactorForEachLaterBooking() {
        RecentPool pool = new RecentPool(0.97);
        RecentCharges target = joined(pool);
        pool.tick();
        target.charge(100);
        assertThat(target.blocks()).isEqualTo(100);

        pool.tick();
        assertThat(target.blocks()).isCloseTo(97, within(1e-9));
        pool.tick();
        assertThat(target.blocks()).isCloseTo(94.09, within(1e-9));
    }

    @Test
    void chargesAreForgottenBelowAMillionthOfABlock() {
        RecentPool pool = new RecentPool(0.5);
        RecentCharges target = joined(pool);
        target.charge(1);
        tick(pool, 19);
        assertThat(target.blocks()).isEqualTo(Math.pow(0.5, 19));
        tick(pool, 1);
        assertThat(target.blocks()).isZero();
    }

    @Test
    void nothingIsChargedForNothing() {
        RecentCharges target = joined(new RecentPool(0.97));
        assertThat(target.charge(0)).isZero();
        assertThat(target.blocks()).isZero();
    }

    @Test
    void aFactorOfZeroLeavesOnlyTheLastCharge() {
        RecentPool pool = new RecentPool(0);
        RecentCharges target = joined(pool);
        target.charge(7);
        pool.tick();
        assertThat(target.blocks()).isZero();
        target.charge(3);
        assertThat(target.blocks()).isEqualTo(3);
    }

    @Test
    void refundTakesBackWhatTheChargeHasFadedTo() {
        RecentPool pool = new RecentPool(0.97);
        RecentCharges target = joined(pool);
        target.charge(40);
        tick(pool, 3);
        double refundable = target.charge(64);
        long epoch = pool.scale().epoch();
        tick(pool, 5);
        target.refund(refundable, epoch);

        assertThat(target.blocks()).isCloseTo(40 * Math.pow(0.97, 8), within(1e-9));
    }

    @Test
    void refundOfTheOnlyChargeLeavesExactlyZero() {
        RecentPool pool = new RecentPool(0.97);
        RecentCharges target = joined(pool);
        tick(pool, 123);
        double refundable = target.charge(13.25);
        target.refund(refundable, pool.scale().epoch());
        assertThat(target.blocks()).isZero();
    }

    @Test
    void refundOfAChargeThatAnEpochForgotTakesNothingFromLaterOnes() {
        RecentPool pool = new RecentPool(0.5);
        RecentCharges target = joined(pool);
        double refundable = target.charge(1000);
        long epoch = pool.scale().epoch();
        tick(pool, 250);
        assertThat(pool.scale().epoch()).isGreaterThan(epoch + 1);
        target.charge(8);
        target.refund(refundable, epoch);
        assertThat(target.blocks()).isEqualTo(8);
    }

    @Test
    void chargeAndRefundLiveOnIntoTheNextEpoch() {
        RecentPool pool = new RecentPool(0.97);
        RecentCharges target = joined(pool);
        long firstEpoch = pool.scale().epoch();
        // 0.97^2200 is 8e-30, almost where the scale is renormalised: a charge made now outlives the epoch.
        tick(pool, 2200);
        assertThat(pool.scale().epoch()).isEqualTo(firstEpoch);
        target.charge(40);
        double refundable = target.charge(64);
        int later = 200;
        tick(pool, later);
        assertThat(pool.scale().epoch()).isEqualTo(firstEpoch + 1);
        assertThat(target.blocks()).isCloseTo(104 * Math.pow(0.97, later), within(1e-9));

        target.refund(refundable, firstEpoch);
        assertThat(target.blocks()).isCloseTo(40 * Math.pow(0.97, later), within(1e-9));
    }

    /** Long enough for some hundred epochs, so that the scale would have left a double's range many times over. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void agreesWithAPlainSumOverAnyNumberOfBookings(long seed) {
        Random random = new Random(seed);
        double decay = 0.5 + random.nextDouble() / 2;
        RecentPool pool = new RecentPool(decay);
        RecentCharges target = joined(pool);
        List<double[]> charges = new ArrayList<>();
        int ticks = 0;
        for (int step = 0; step < 50_000; step++) {
            ticks++;
            pool.tick();
            if (random.nextInt(10) == 0) {
                double blocks = random.nextInt(1000);
                target.charge(blocks);
                charges.add(new double[] {blocks, ticks});
            }
            if (step % 997 == 0) {
                double expected = 0;
                for (double[] charge : charges) {
                    expected += charge[0] * Math.pow(decay, ticks - charge[1]);
                }
                assertThat(target.blocks()).as("seed %d, step %d", seed, step).isCloseTo(expected, within(2e-6));
            }
        }
        assertThat(pool.scale().epoch()).isGreaterThan(100);
    }

    private static RecentCharges joined(RecentPool pool) {
        RecentCharges charges = new RecentCharges();
        charges.join(pool);
        return charges;
    }

    private static void tick(RecentPool pool, int times) {
        for (int i = 0; i < times; i++) {
            pool.tick();
        }
    }
}
