package dev.warmpath.events.decode;

import dev.warmpath.events.kv.KvEvent;
import java.util.List;

/**
 * What could be read of one payload. An event that is right and names no block (an attention group with nothing in it)
 * is in neither list.
 *
 * @param timestampSeconds the publisher's wall clock, seconds since the epoch; NaN when it gave none
 * @param rank the data-parallel rank that the payload claims, or -1
 * @param events the usable events, in order
 * @param rejected one entry per event that was not used, or a single one when the whole payload was unreadable
 */
public record DecodedBatch(double timestampSeconds, int rank, List<KvEvent> events, List<DecodeReason> rejected) {}
