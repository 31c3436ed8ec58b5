package dev.warmpath.router.http;

import dev.warmpath.router.legs.Attempts;
import io.vertx.core.Vertx;

/**
 * What the requests of one event loop share.
 *
 * @param attempts over the loop's own connections to the workers
 * @param requestTimeout the clock of requests from their last byte in to their last byte out
 */
record Loop(
        Vertx vertx,
        Attempts attempts,
        BodyIntake intake,
        RequestReading reading,
        FixedDelay requestTimeout,
        AccessLog access) {}
