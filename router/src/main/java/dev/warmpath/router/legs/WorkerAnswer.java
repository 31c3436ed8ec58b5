package dev.warmpath.router.legs;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** A worker's whole answer, held in memory: only error answers are, and only up to {@link Leg#MAX_HELD_BYTES}. */
public record WorkerAnswer(int status, MultiMap headers, Buffer body) {}
