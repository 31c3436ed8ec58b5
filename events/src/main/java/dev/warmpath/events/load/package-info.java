/**
 * Load that engines publish over ZMQ, beside their events: one message decoded, one subscription kept, and the thread that
 * owns them. Called by whoever shows what engines say of their load; depends on {@code zmq}, {@code msgpack} and settings.
 */
@NullMarked
package dev.warmpath.events.load;

import org.jspecify.annotations.NullMarked;
