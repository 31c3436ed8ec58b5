package dev.warmpath.router.admission;

import dev.warmpath.config.settings.admission.PriorityClass;

/**
 * As whom a request asks for its place.
 *
 * @param priority its class, one of those that the gate was made with
 * @param tenant the name of the key that it came with; empty where keys are not needed
 */
public record Claim(PriorityClass priority, String tenant) {}
