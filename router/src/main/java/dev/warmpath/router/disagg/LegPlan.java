package dev.warmpath.router.disagg;

/** Which legs an attempt has and how they depend on each other. */
public sealed interface LegPlan {

    /** One leg that does both. */
    record Single(LegRequest leg) implements LegPlan {}

    /** Both legs are sent at once and find each other at the engines; the decode leg answers the client. */
    record Concurrent(LegRequest prefill, LegRequest decode) implements LegPlan {}

    /**
     * The decode leg is sent once prefill has answered, and what it says follows from that answer.
     *
     * @param decode the leg as it is where prefill hands nothing over: it computes the prompt itself
     * @param handOff makes the decode leg's body of prefill's answer
     */
    record Serial(LegRequest prefill, LegRequest decode, HandOff.Reader handOff) implements LegPlan {}
}
