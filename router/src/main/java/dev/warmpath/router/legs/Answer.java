package dev.warmpath.router.legs;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * The answering leg has begun: its head says success and its first body byte is here, or its body is empty. Only now may
 * a status be committed to the client.
 *
 * @param response paused; its handlers are the reader's to set, through {@link Attempt#read}
 * @param first what was read of the body so far, or null when the body ended empty
 * @param whole whether nothing follows what was read
 */
public record Answer(HttpClientResponse response, @Nullable Buffer first, boolean whole) {}
