/**
 * The bytes that one rank's blocks are written as, and read from. Called by whoever keeps them between two runs of the
 * router; knows the index, and neither files nor streams.
 *
 * <p>All numbers are little-endian:
 *
 * <pre>
 *   u8   groups                       the engine's KV-cache groups, 32 at most
 *   i32  group, per group             -1 for the one without a name
 *   u32  learned                      blocks that answers proved
 *   u64  own hash, per learned block
 *   u32  blocks                       announced by events, each group's counted
 *   u64  engine hash, u64 own hash, u8 tag, i32 parent, per block
 *                                     the tag: number of the group * 8 + tiers (1 device, 2 host, 4 disk)
 *                                     the parent: which of these blocks comes before it on the device, from 0;
 *                                     -1 for none, -2 for one that is not known
 * </pre>
 *
 * 21 bytes per block, and not much less: both hashes look random. Without the parents a rank that was read would be looked up
 * block by block until its cache has turned over. Blocks that wait for a parent are not kept.
 */
@NullMarked
package dev.warmpath.scorer.index.snapshot;

import org.jspecify.annotations.NullMarked;
