package dev.warmpath.events.kv;

/**
 * One thing that a rank says about its KV cache. Block hashes are the engine's: opaque 64-bit keys, valid inside one
 * rank only. Integers are taken as their 64 bits; byte strings as their last eight bytes, big-endian, which is the
 * integer that vLLM publishes for the same digest.
 */
public sealed interface KvEvent permits BlockStored, BlockRemoved, AllBlocksCleared {}
