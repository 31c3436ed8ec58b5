package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;

/**
 * One block hash on the wire: an integer, signed or unsigned, stands for its 64 bits; a byte string for its last eight
 * bytes, big-endian, which is the integer that vLLM publishes for the same digest.
 */
final class OpaqueHash {

    /** The hash that was read last. */
    long bits;

    /** Returns whether the next value is a hash. If it is not, the reader may stand anywhere inside it. */
    boolean read(MsgpackReader in) throws MalformedMsgpackException {
        switch (in.kind()) {
            case INT -> {
                bits = in.readLong();
                return true;
            }
            case BIN -> {
                int length = in.readSpan();
                int end = in.spanStart() + length;
                bits = 0;
                for (int i = Math.max(in.spanStart(), end - Long.BYTES); i < end; i++) {
                    bits = (bits << 8) | (in.bytes()[i] & 0xff);
                }
                return length > 0;
            }
            default -> {
                return false;
            }
        }
    }
}
