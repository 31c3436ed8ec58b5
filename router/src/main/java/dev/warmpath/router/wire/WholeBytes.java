package dev.warmpath.router.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/**
 * Bytes that change hands between Vert.x's buffers and arrays without a copy: a request's body is read as an array, and is
 * a buffer before that and behind it. Its public ways copy in either direction, which for a long prompt costs as much as
 * looking at it.
 */
public final class WholeBytes {

    private WholeBytes() {}

    /** The buffer's bytes: its own array where it fills one, else a copy. The buffer is not to be written to any more. */
    public static byte[] of(Buffer buffer) {
        ByteBuf bytes = ((BufferInternal) buffer).getByteBuf();
        boolean own = bytes.hasArray() && bytes.arrayOffset() == 0 && bytes.array().length == buffer.length();
        return own ? bytes.array() : buffer.getBytes();
    }

    /** A buffer over this very array, to be sent once; the array is not to be written to any more. */
    public static Buffer buffer(byte[] bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }
}
