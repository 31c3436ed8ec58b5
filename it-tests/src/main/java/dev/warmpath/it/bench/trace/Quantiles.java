package dev.warmpath.it.bench.trace;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A distribution, as its values at fixed probabilities: closer together near 1, for lengths and times have long tails.
 */
final class Quantiles {

    private static final double[] AT = IntStream.range(0, 45)
            .mapToDouble(i -> i < 40 ? i / 40.0 : new double[] {0.99, 0.995, 0.998, 0.999, 1}[i - 40])
            .toArray();

    private final int[] values;

    @JsonCreator
    Quantiles(int[] values) {
        if (values.length != AT.length) {
            throw new IllegalArgumentException("there are " + AT.length + " quantiles, not " + values.length);
        }
        this.values = values.clone();
    }

    /** Of a sample; all 0 of an empty one. */
    static Quantiles of(int[] sample) {
        int[] sorted = sample.clone();
        Arrays.sort(sorted);
        int[] values = new int[AT.length];
        for (int i = 0; i < values.length && sorted.length > 0; i++) {
            values[i] = sorted[(int) Math.min(sorted.length - 1L, (long) (AT[i] * sorted.length))];
        }
        return new Quantiles(values);
    }

    @JsonValue
    int[] values() {
        return values.clone();
    }

    /** One value, at random. */
    int draw(RandomGenerator random) {
        double probability = random.nextDouble();
        int above = 1;
        while (AT[above] < probability) {
            above++;
        }
        double within = (probability - AT[above - 1]) / (AT[above] - AT[above - 1]);
        return (int) Math.round(values[above - 1] + within * (values[above] - values[above - 1]));
    }
}
