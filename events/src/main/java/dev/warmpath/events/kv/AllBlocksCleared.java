package dev.warmpath.events.kv;

/** The rank that sent this holds nothing any more, in any tier. */
public record AllBlocksCleared() implements KvEvent {}
