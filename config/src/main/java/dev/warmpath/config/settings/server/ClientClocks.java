package dev.warmpath.config.settings.server;

import java.time.Duration;

/**
 * How long a client's connection may be of no use ({@code server.header_timeout}, {@code .body_progress_timeout}, {@code
 * .body_progress}, {@code .idle_timeout}, {@code .write_timeout}). None of them runs while a request is answered and its
 * client reads, however quiet that is.
 *
 * @param headerTimeout from the start of a connection to the end of its first request head
 * @param bodyProgressTimeout how often a request body must have got on
 * @param bodyProgressBytes by how much, unless it ends before: a body that is announced and comes in drops takes room
 *     from others
 * @param idleTimeout from the end of an answer to the end of the next request head
 * @param writeTimeout since a client last took something of an answer of which there is more to send
 */
public record ClientClocks(
        Duration headerTimeout,
        Duration bodyProgressTimeout,
        int bodyProgressBytes,
        Duration idleTimeout,
        Duration writeTimeout) {

    public static ClientClocks defaults() {
        return new ClientClocks(
                Duration.ofSeconds(20), Duration.ofSeconds(10), 64 << 10, Duration.ofMinutes(5), Duration.ofMinutes(2));
    }
}
