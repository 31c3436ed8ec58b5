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
 *   u64  engine hash, u64 own hash, u8 tag, per block
 *                                     the tag: number of the group * 8 + tiers (1 device, 2 host, 4 disk)
 * </pre>
 *
 * 17 bytes per block, and no less: both hashes look random. Blocks that wait for a parent are not kept.
 */
@NullMarked
package dev.warmpath.scorer.index.snapshot;

import org.jspecify.annotations.NullMarked;
