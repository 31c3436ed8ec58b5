package dev.warmpath.router.upstream;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * How a worker's answer begins.
 *
 * @param status final, or one that ends no answer: interim ones are passed over, but for 101
 * @param headers may be written to
 */
public record AnswerHead(int status, MultiMap headers) {

    /** The first value of a header, or null. */
    public @Nullable String header(CharSequence name) {
        return headers.get(name);
    }
}
