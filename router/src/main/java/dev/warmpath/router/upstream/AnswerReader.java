package dev.warmpath.router.upstream;

import io.vertx.core.buffer.Buffer;

/**
 * Whom the answer to one request is told, on the connection's event loop: head, pieces, end; or {@link #broken}, at any
 * moment before the end. Nothing is told after either.
 */
public interface AnswerReader {

    /** Its status and headers. */
    void head(AnswerHead head);

    /** The next piece of the body, the reader's own. */
    void piece(Buffer piece);

    /** The answer is whole. */
    void end();

    /** No answer, or not all of it: the connection broke, or what came over it is no HTTP. It is closed. */
    void broken(Throwable cause);
}
