package dev.warmpath.config.settings;

import dev.warmpath.config.settings.tls.WorkerTls;
import java.time.Duration;

/**
 * Connections to workers ({@code upstream:}).
 *
 * @param connectTimeout a worker that has not accepted by then is charged with a connect failure
 * @param maxConnectionsPerWorker open connections to one worker, per event loop
 * @param maxWaitingPerWorker legs that may wait for a connection to one worker, per event loop; one more is refused
 * @param keepAlive idle connections are closed after this; must stay below the engines' own 5 s
 * @param retries further pairs that are tried after a failure before the first byte to the client
 * @param retryBudget retries of all requests together, as a share of the requests; 0 leaves {@code retryFloor} only
 * @param retryFloor retries per second that are allowed however little traffic there is
 * @param retryBackoff longest wait before the first retry; the waits are random, and their limit doubles with each
 * @param retryBackoffMax limit of that limit
 * @param maxPrefillAnswerBytes largest answer of a prefill leg that carries a hand-off for its decode leg
 * @param missingHandOff what becomes of a request whose prefill leg hands nothing over
 * @param handOffLease how long after its prefill leg has begun to answer a serial decode leg may still be sent; must stay
 *     below the time for which the prefill engine keeps the blocks (vLLM: {@code kv_lease_duration}, 30 s; before that
 *     {@code VLLM_NIXL_ABORT_REQUEST_TIMEOUT}, 480 s)
 * @param nameCheck how often the host name of a worker is looked up again, so that requests follow a worker to its next
 *     address; zero never
 * @param tls how workers with an https URL are called that have no {@code tls} of their own
 */
public record UpstreamSettings(
        Duration connectTimeout,
        int maxConnectionsPerWorker,
        int maxWaitingPerWorker,
        Duration keepAlive,
        int retries,
        double retryBudget,
        int retryFloor,
        Duration retryBackoff,
        Duration retryBackoffMax,
        int maxPrefillAnswerBytes,
        MissingHandOff missingHandOff,
        Duration handOffLease,
        Duration nameCheck,
        WorkerTls tls) {

    /** What becomes of a request whose prefill leg has answered well and hands nothing over. */
    public enum MissingHandOff {
        /** The decode worker computes the prompt itself: right, and slow. */
        RECOMPUTE,
        /** A fault of the prefill worker: another pair is tried, and then it is an error. */
        ERROR
    }

    private static final Duration NAME_CHECK = Duration.ofSeconds(5);

    /** Workers are called as the Java runtime trusts them, and looked up as often as usual. */
    public UpstreamSettings(
            Duration connectTimeout,
            int maxConnectionsPerWorker,
            int maxWaitingPerWorker,
            Duration keepAlive,
            int retries,
            double retryBudget,
            int retryFloor,
            Duration retryBackoff,
            Duration retryBackoffMax,
            int maxPrefillAnswerBytes,
            MissingHandOff missingHandOff,
            Duration handOffLease) {
        this(
                connectTimeout,
                maxConnectionsPerWorker,
                maxWaitingPerWorker,
                keepAlive,
                retries,
                retryBudget,
                retryFloor,
                retryBackoff,
                retryBackoffMax,
                maxPrefillAnswerBytes,
                missingHandOff,
                handOffLease,
                NAME_CHECK,
                WorkerTls.defaults());
    }

    public static UpstreamSettings defaults() {
        return new UpstreamSettings(
                Duration.ofSeconds(2),
                2048,
                256,
                Duration.ofSeconds(4),
                2,
                0.2,
                10,
                Duration.ofMillis(25),
                Duration.ofSeconds(1),
                16 << 20,
                MissingHandOff.RECOMPUTE,
                Duration.ofSeconds(20));
    }

    /** These settings with another lease, and so many connections per worker and event loop. */
    public UpstreamSettings withHandOffs(Duration lease, int connectionsPerWorker) {
        return with(connectionsPerWorker, maxWaitingPerWorker, keepAlive, lease, nameCheck);
    }

    /** These settings with so many connections, and legs that may wait for one, per worker and event loop. */
    public UpstreamSettings withConnections(int perWorker, int waitingPerWorker) {
        return with(perWorker, waitingPerWorker, keepAlive, handOffLease, nameCheck);
    }

    /** These settings with another time after which idle connections are closed. */
    public UpstreamSettings withKeepAlive(Duration other) {
        return with(maxConnectionsPerWorker, maxWaitingPerWorker, other, handOffLease, nameCheck);
    }

    /** These settings with another look-up of names. */
    public UpstreamSettings withNameCheck(Duration other) {
        return with(maxConnectionsPerWorker, maxWaitingPerWorker, keepAlive, handOffLease, other);
    }

    private UpstreamSettings with(
            int connectionsPerWorker, int waitingPerWorker, Duration idle, Duration lease, Duration names) {
        return new UpstreamSettings(
                connectTimeout,
                connectionsPerWorker,
                waitingPerWorker,
                idle,
                retries,
                retryBudget,
                retryFloor,
                retryBackoff,
                retryBackoffMax,
                maxPrefillAnswerBytes,
                missingHandOff,
                lease,
                names,
                tls);
    }
}
