/**
 * ZMQ as event streams need it: a loop that owns sockets, a subscription that finds its publisher again, a replay that
 * ends. Knows frames and sequence numbers; does not know what a batch says, nor what a lost one means. Called by
 * {@code dev.warmpath.events.stream} only; depends on JeroMQ and settings.
 */
@NullMarked
package dev.warmpath.events.zmq;

import org.jspecify.annotations.NullMarked;
