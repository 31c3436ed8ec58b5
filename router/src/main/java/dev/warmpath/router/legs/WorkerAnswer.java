package dev.warmpath.router.legs;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** A worker's whole answer, held in memory: error answers and prefill's, each up to a bound. */
public record WorkerAnswer(int status, MultiMap headers, Buffer body) {}
