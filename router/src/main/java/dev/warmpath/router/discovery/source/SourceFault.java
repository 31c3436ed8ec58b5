package dev.warmpath.router.discovery.source;

/** Why a source cannot tell who is wanted; {@code detail} is for an operator and holds no secret. */
public record SourceFault(FaultReason reason, String detail) {}
