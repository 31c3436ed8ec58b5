/**
 * KV event streams: one SUB per rank over few threads, sequence, replay, restart, liveness. Applies decoded events to
 * each rank's {@link dev.warmpath.events.kv.KvEventSink} from the thread that owns the socket. Knows nothing of HTTP
 * or scoring.
 */
@NullMarked
package dev.warmpath.events.stream;

import org.jspecify.annotations.NullMarked;
