package dev.warmpath.it.sim.http;

/** Answers one kind of request, now or later. Called on the engine's context. */
@FunctionalInterface
public interface Endpoint {
    void handle(Exchange exchange);
}
