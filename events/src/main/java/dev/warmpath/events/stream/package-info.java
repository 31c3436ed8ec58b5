/**
 * KV event streams: one SUB per rank over few threads, sequence, replay, restart, liveness. Applies decoded events to
 * each rank's {@link dev.warmpath.events.kv.KvEventSink} from the thread that owns the socket. Knows nothing of HTTP
 * or scoring; sockets and frames are {@code dev.warmpath.events.zmq}'s.
 *
 * <p>The fleet adds a {@link dev.warmpath.events.stream.StreamSpec} per rank to
 * {@link dev.warmpath.events.stream.EventStreams} and reads the returned
 * {@link dev.warmpath.events.stream.RankStream}; scoring takes {@code state().trust()}.
 *
 * <p>The way of a stream through its states:
 *
 * <ul>
 *   <li>It begins {@code connecting} (not yet connected, or the endpoint was refused), and is so again whenever the
 *       transport is lost: closed by the publisher, or silent to two thirds of a heartbeat.
 *   <li>Connected, it is {@code recovering} while a replay is under way: the publisher's whole history on the first
 *       connection, what it said meanwhile on a later one, the missing batches after a gap. Live batches wait. Without a
 *       replay endpoint this state is passed over.
 *   <li>It is {@code live} when every batch since the view began was applied in order; {@code joined_late} if the view did
 *       not begin with the publisher's first batch, which makes it smaller and not wrong.
 *   <li>It is {@code suspect} after a hole that no replay filled, a batch that could not be read or a view that refused an
 *       event, until the rank clears its cache or its publisher restarts.
 *   <li>Over all of these but {@code connecting}, it is {@code silent} when the rank serves requests and no event comes; one
 *       event ends that.
 *   <li>A publisher that begins anew does not show as a state of its own: the view is dropped, and the stream is
 *       {@code live} or {@code recovering} from there.
 *   <li>A view that an earlier run of the router left ({@link dev.warmpath.events.stream.SavedView}) begins as after a lost
 *       connection; one that the publisher does not continue is dropped, whole.
 *   <li>Removed, it is {@code off}.
 * </ul>
 *
 * The rules behind {@code recovering}, {@code live} and {@code suspect} are {@code SequenceTracker}'s; the clocks are in
 * {@code events:} of the configuration.
 */
@NullMarked
package dev.warmpath.events.stream;

import org.jspecify.annotations.NullMarked;
