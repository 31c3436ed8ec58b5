package dev.warmpath.router.cluster.wire;

/**
 * A message with its sender.
 *
 * @param from the sender's id, one for each start of a router
 * @param sequence grows by one with each message of the sender, whatever it says
 */
public record Envelope(String from, long sequence, Message message) {}
