package dev.warmpath.router.disagg;

/** Which legs an attempt has and how they depend on each other. */
public sealed interface LegPlan {

    /** One leg that does both. */
    record Single(LegRequest leg) implements LegPlan {}

    /** Both legs are sent at once and find each other at the engines; the decode leg answers the client. */
    record Concurrent(LegRequest prefill, LegRequest decode) implements LegPlan {}
}
