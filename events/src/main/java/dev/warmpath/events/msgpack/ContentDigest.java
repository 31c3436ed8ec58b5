package dev.warmpath.events.msgpack;

/**
 * A 64-bit digest of MessagePack values by what they mean: equal content gives an equal digest however its integers and
 * lengths were encoded. It tells blocks apart (this image, that image) and guards nothing, so it is a plain
 * multiply-and-shift mix and not a cryptographic one.
 */
public final class ContentDigest {

    private static final long PRIME = 0x9e3779b97f4a7c15L;

    private ContentDigest() {}

    /** Consumes one value with all that is in it, and returns {@code digest} continued by it; never 0. */
    public static long append(long digest, MsgpackReader in) throws MalformedMsgpackException {
        long mixed = digest;
        long pending = 1;
        while (pending > 0) {
            pending--;
            switch (in.kind()) {
                case INT -> mixed = mix(mix(mixed, 'i'), in.readLong());
                case FLOAT -> mixed = mix(mix(mixed, 'f'), Double.doubleToLongBits(in.readDouble()));
                case BOOL -> mixed = mix(mix(mixed, 'b'), in.readBoolean() ? 1 : 0);
                case STR -> mixed = span(mix(mixed, 's'), in);
                case BIN -> mixed = span(mix(mixed, 'y'), in);
                case EXT -> mixed = span(mix(mixed, 'e'), in);
                case ARRAY -> {
                    int elements = in.readArrayHeader();
                    mixed = mix(mix(mixed, 'a'), elements);
                    pending += elements;
                }
                case MAP -> {
                    int entries = in.readMapHeader();
                    mixed = mix(mix(mixed, 'm'), entries);
                    pending += 2L * entries;
                }
                case NIL, NEVER -> {
                    in.skip();
                    mixed = mix(mixed, 'n');
                }
            }
        }
        return mixed == 0 ? PRIME : mixed;
    }

    private static long span(long digest, MsgpackReader in) throws MalformedMsgpackException {
        int length = in.readSpan();
        byte[] bytes = in.bytes();
        long mixed = mix(digest, length);
        for (int i = in.spanStart(); i < in.spanStart() + length; i++) {
            mixed = mix(mixed, bytes[i]);
        }
        return mixed;
    }

    private static long mix(long digest, long word) {
        long mixed = (digest ^ word) * PRIME;
        return mixed ^ (mixed >>> 32);
    }
}
