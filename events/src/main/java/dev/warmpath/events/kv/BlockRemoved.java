package dev.warmpath.events.kv;

/**
 * Blocks that left one tier of the rank that sent this; copies in other tiers stay.
 *
 * @param hashes engine hashes, one per block
 * @param tier the tier they left
 * @param group KV-cache group, or -1 where the engine names none
 */
public record BlockRemoved(long[] hashes, Tier tier, int group) implements KvEvent {}
