package dev.warmpath.it.fuzz;

import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Tries many made-up inputs. Each case has a seed of its own, which is printed when the case fails and can be tried alone
 * with {@code -Dwarmpath.fuzz.seed=N}. The build tries the same few seconds' worth each time; {@code -Dwarmpath.fuzz.factor=N}
 * tries N times as many, of which those past the usual ones are other cases.
 */
final class FuzzRun {

    private static final long FIRST_SEED = 20_261_130_000L;

    /** One made-up input, and what must hold for it. */
    interface Case {
        void attempt(Random random) throws Exception;
    }

    private FuzzRun() {}

    /** One case that has failed, or null for all of them. */
    private static @Nullable Long only() {
        return Long.getLong("warmpath.fuzz.seed");
    }

    /** That the cases have come to something, all together; one of them alone need not. */
    static void cameTo(Runnable check) {
        if (only() == null) {
            check.run();
        }
    }

    /** Tries so many cases, or the multiple that was asked for. */
    static void of(int cases, Case one) {
        Long only = only();
        long count = (long) cases * Integer.getInteger("warmpath.fuzz.factor", 1);
        LongStream seeds = only == null ? LongStream.range(FIRST_SEED, FIRST_SEED + count) : LongStream.of(only);
        seeds.forEach(seed -> attempt(one, seed));
    }

    private static void attempt(Case one, long seed) {
        try {
            one.attempt(new Random(seed));
        } catch (Exception | StackOverflowError | AssertionError broken) {
            Assertions.fail("seed " + seed + ", to be tried alone with -Dwarmpath.fuzz.seed=" + seed, broken);
        }
    }
}
