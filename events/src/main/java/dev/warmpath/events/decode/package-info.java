/**
 * Wire bytes to {@link dev.warmpath.events.kv.KvEvent}: by shape, never by engine version. Knows msgpack and nothing of
 * sockets, sequences or the index. Malformed input of any kind costs the event or the batch it is in, and no more.
 */
@NullMarked
package dev.warmpath.events.decode;

import org.jspecify.annotations.NullMarked;
