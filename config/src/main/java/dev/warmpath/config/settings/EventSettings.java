package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * Bounds and clocks of the KV event streams ({@code events:}).
 *
 * @param threads platform threads that own the sockets; each stream lives on one of them
 * @param receiveHighWaterMark messages a socket queues before the publisher's side drops
 * @param maxMessageBytes a larger message costs that batch
 * @param maxHashesPerEvent an event that lists more hashes is dropped and counted
 * @param maxBufferedBatches live batches that wait while a gap is replayed, per rank
 * @param maxBufferedBytes payload bytes of those batches, per rank
 * @param replayTimeout a replay of which nothing has arrived for this long is given up; one that has begun may pause for
 *     a fifth of it, and take ten times as long in all
 * @param replayAttempts how often in a row a replay with holes is asked for again, from the first hole, without getting
 *     any further
 * @param connectingAfter a stream that no transport connection has reached for this long says so
 * @param silentAfter traffic without an event for this long makes a stream {@code silent}
 * @param reconnectMin first wait before a lost connection is tried again
 * @param reconnectMax longest wait between tries; short, because what a publisher without replay says between its
 *     return and ours is lost
 * @param heartbeat how often an idle connection is asked for a sign of life; one that gives none for two thirds of this
 *     time is replaced. Zero for publishers that do not speak ZMTP 3.1 (libzmq does since 4.2)
 * @param idleProbe a stream that has been quiet for this long is compared with the publisher's replay; zero never
 * @param livenessTimeout a connected stream that has traffic but has sent nothing for this long gets a new socket
 * @param nameCheck how often the host of an endpoint is looked up again, so that a connection does not outlive its name; zero
 *     never
 * @param bindPorts port range {@code low-high} for streams whose engines connect to the router; empty means the range
 *     of the port-block allocator
 */
public record EventSettings(
        int threads,
        int receiveHighWaterMark,
        int maxMessageBytes,
        int maxHashesPerEvent,
        int maxBufferedBatches,
        int maxBufferedBytes,
        Duration replayTimeout,
        int replayAttempts,
        Duration connectingAfter,
        Duration silentAfter,
        Duration reconnectMin,
        Duration reconnectMax,
        Duration heartbeat,
        Duration idleProbe,
        Duration livenessTimeout,
        Duration nameCheck,
        String bindPorts) {

    public static EventSettings defaults() {
        return new EventSettings(
                1,
                200_000,
                64 << 20,
                1_000_000,
                10_000,
                64 << 20,
                Duration.ofSeconds(5),
                3,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofMillis(250),
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                Duration.ofSeconds(5),
                "");
    }

    /**
     * These clocks for streams of other messages.
     *
     * @param waiting messages that a socket queues
     * @param longestBytes a longer message ends the connection
     */
    public EventSettings withMessages(int waiting, int longestBytes) {
        return with(waiting, longestBytes, nameCheck);
    }

    /** These settings with another look-up of names. */
    public EventSettings withNameCheck(Duration other) {
        return with(receiveHighWaterMark, maxMessageBytes, other);
    }

    private EventSettings with(int waiting, int longestBytes, Duration names) {
        return new EventSettings(
                threads,
                waiting,
                longestBytes,
                maxHashesPerEvent,
                maxBufferedBatches,
                maxBufferedBytes,
                replayTimeout,
                replayAttempts,
                connectingAfter,
                silentAfter,
                reconnectMin,
                reconnectMax,
                heartbeat,
                idleProbe,
                livenessTimeout,
                names,
                bindPorts);
    }
}
