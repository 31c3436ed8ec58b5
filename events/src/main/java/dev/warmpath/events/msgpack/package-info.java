/**
 * MessagePack as a cursor over a byte array, and what can be told of its values without making objects of them. Called
 * by the decoder alone; depends on nothing. It exists beside msgpack-core because that library reads from a stream of
 * buffers: it cannot go back to the start of a value that turned out to be something else, and its skip does not check
 * a claimed length against the bytes that are there.
 */
@NullMarked
package dev.warmpath.events.msgpack;

import org.jspecify.annotations.NullMarked;
