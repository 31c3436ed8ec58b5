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
 * @param replayTimeout a replay that has not ended by then is given up
 * @param replayAttempts how often a replay with holes is asked again from the first hole
 * @param connectingAfter a stream that no transport connection has reached for this long says so
 * @param silentAfter traffic without an event for this long makes a stream {@code silent}
 * @param reconnectMin first wait before a lost connection is tried again
 * @param reconnectMax longest wait between tries
 * @param livenessTimeout a connected stream that has traffic but has sent nothing for this long gets a new socket
 * @param bindPorts port range {@code low-high} for streams whose engines connect to the router; empty means the range
 *     of the port-block allocator
 */
public record EventSettings(
        int threads,
        int receiveHighWaterMark,
        int maxMessageBytes,
        int maxHashesPerEvent,
        int maxBufferedBatches,
        Duration replayTimeout,
        int replayAttempts,
        Duration connectingAfter,
        Duration silentAfter,
        Duration reconnectMin,
        Duration reconnectMax,
        Duration livenessTimeout,
        String bindPorts) {

    public static EventSettings defaults() {
        return new EventSettings(
                1,
                200_000,
                64 << 20,
                1_000_000,
                10_000,
                Duration.ofSeconds(5),
                3,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofMillis(250),
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                "");
    }
}
