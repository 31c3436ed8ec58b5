package dev.warmpath.router.legs;

import dev.warmpath.router.upstream.AnswerHead;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The answering leg has begun: its head says success and its first body byte is here, or its body is empty. Only now may
 * a status be committed to the client.
 *
 * @param head of the answer; what follows is paused, and read through {@link Attempt#read}
 * @param first what was read of the body so far, or null when the body ended empty
 * @param whole whether nothing follows what was read
 */
public record Answer(AnswerHead head, @Nullable Buffer first, boolean whole) {}
