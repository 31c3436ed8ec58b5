package dev.warmpath.it.sim.schedule;

/**
 * How fast a simulated engine is, and how much it takes on. The defaults are those of a mid-size model on one GPU, as
 * other simulators use them.
 *
 * @param prefillTokensPerSecond prompt tokens computed per second and rank
 * @param decodeStepMillis time of a step that decodes
 * @param decodeMillisPerRequest what each decoding request adds to that step
 * @param transferMillis time to move the KV of one prompt to its decode worker
 * @param chunkTokens prompt tokens per step at most
 * @param maxRunning requests that run at once per rank
 * @param maxQueue requests that wait per rank; one more is refused
 * @param speed factor by which the clock runs faster than the real one; 0 for no delay at all
 */
public record TimeModel(
        double prefillTokensPerSecond,
        double decodeStepMillis,
        double decodeMillisPerRequest,
        double transferMillis,
        int chunkTokens,
        int maxRunning,
        int maxQueue,
        double speed) {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    public TimeModel {
        if (!(prefillTokensPerSecond > 0) || chunkTokens < 1 || maxRunning < 1 || maxQueue < 1 || !(speed >= 0)) {
            throw new IllegalArgumentException(
                    "rates, chunk, running and queue must be positive, and speed at least 0");
        }
    }

    public static TimeModel defaults() {
        return new TimeModel(8_000, 6, 0.35, 1, 2_048, 256, 1_024, 1);
    }

    /** No delays: for tests that look at order and content. */
    public static TimeModel instant() {
        return defaults().withSpeed(0);
    }

    public TimeModel withSpeed(double factor) {
        return new TimeModel(
                prefillTokensPerSecond,
                decodeStepMillis,
                decodeMillisPerRequest,
                transferMillis,
                chunkTokens,
                maxRunning,
                maxQueue,
                factor);
    }

    public TimeModel withLimits(int chunk, int running, int queue) {
        return new TimeModel(
                prefillTokensPerSecond,
                decodeStepMillis,
                decodeMillisPerRequest,
                transferMillis,
                chunk,
                running,
                queue,
                speed);
    }

    public TimeModel withPrefillTokensPerSecond(double rate) {
        return new TimeModel(
                rate,
                decodeStepMillis,
                decodeMillisPerRequest,
                transferMillis,
                chunkTokens,
                maxRunning,
                maxQueue,
                speed);
    }

    public TimeModel withDecodeStep(double millis, double millisPerRequest) {
        return new TimeModel(
                prefillTokensPerSecond,
                millis,
                millisPerRequest,
                transferMillis,
                chunkTokens,
                maxRunning,
                maxQueue,
                speed);
    }

    /** Real time of a step. */
    long stepNanos(int prefillTokens, int decoding) {
        double nanos = prefillTokens / prefillTokensPerSecond * NANOS_PER_SECOND;
        if (decoding > 0) {
            nanos += (decodeStepMillis + decoding * decodeMillisPerRequest) * NANOS_PER_MILLI;
        }
        return real(nanos);
    }

    /** Real time of a KV transfer. */
    public long transferNanos() {
        return real(transferMillis * NANOS_PER_MILLI);
    }

    private long real(double nanos) {
        return speed == 0 ? 0 : Math.round(nanos / speed);
    }
}
