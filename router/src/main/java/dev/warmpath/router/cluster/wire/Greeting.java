package dev.warmpath.router.cluster.wire;

/**
 * What a router says to one other, in a message to all: a number that it has made up for it, and the number that the other has
 * made up. Whoever answers with the right number has just heard it, so this is no message of a router that is gone, said again
 * by somebody who wrote it down.
 *
 * @param member the other router
 * @param asks what it is to answer with; another number each time that it was lost
 * @param answers what it asked for last, or 0
 */
public record Greeting(String member, long asks, long answers) {}
