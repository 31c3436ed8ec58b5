package dev.warmpath.router.legs;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * What every leg of a request carries beside its body.
 *
 * @param headers of the client that may reach a worker
 * @param urgency how urgent it is for the engine, higher before lower; null to tell it nothing
 */
public record Forwarded(MultiMap headers, @Nullable Integer urgency) {}
