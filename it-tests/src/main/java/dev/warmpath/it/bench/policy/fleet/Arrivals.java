package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceRequest;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * When the requests of a trace come. A trace whose clock is coarse lets ten requests come at one moment and then none for
 * seconds: such requests are spread at random, in their order, over the time until the next moment. Faster or slower
 * means that all gaps shrink or grow alike.
 */
public final class Arrivals {

    private static final double NANOS_PER_MILLI = 1e6;

    private final double[] millis;
    private final double speed;

    private Arrivals(double[] millis, double speed) {
        this.millis = millis;
        this.speed = speed;
    }

    /** As the trace has them. */
    public static Arrivals of(Trace trace, long seed) {
        List<TraceRequest> requests = trace.requests();
        SplittableRandom random = new SplittableRandom(seed);
        double[] millis = new double[requests.size()];
        long begin = requests.get(0).arrivalMillis();
        for (int from = 0; from < millis.length; ) {
            long moment = requests.get(from).arrivalMillis();
            int to = from + 1;
            while (to < millis.length && requests.get(to).arrivalMillis() == moment) {
                to++;
            }
            long width = to == millis.length ? 1 : requests.get(to).arrivalMillis() - moment;
            for (int i = from; i < to; i++) {
                millis[i] = moment - begin + (to - from == 1 ? 0 : width * random.nextDouble());
            }
            Arrays.sort(millis, from, to);
            from = to;
        }
        return new Arrivals(millis, 1);
    }

    /** The same, so many times as fast. */
    public Arrivals faster(double factor) {
        return new Arrivals(millis, speed * factor);
    }

    /** Time from the first arrival to the last. */
    double seconds() {
        return millis[millis.length - 1] / speed / 1e3;
    }

    long nanos(int request) {
        return Math.round(millis[request] / speed * NANOS_PER_MILLI);
    }
}
