package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The block hashes of one event. The array grows by what was read, never by what a header claims, and is kept. */
final class HashRun {

    private static final int FIRST = 256;
    private static final int KEPT = 1 << 18;

    private final OpaqueHash hash = new OpaqueHash();
    private final int most;
    private long[] values = new long[FIRST];
    private int count;
    private boolean present;

    HashRun(int most) {
        this.most = most;
    }

    void reset() {
        count = 0;
        present = false;
    }

    /** Reads the list; on trouble says what it is, and the reader may stand anywhere inside the list. */
    @Nullable
    DecodeReason read(MsgpackReader in) throws MalformedMsgpackException {
        reset();
        present = true;
        if (in.kind() != Kind.ARRAY) {
            return DecodeReason.EVENT_FIELD;
        }
        int claimed = in.readArrayHeader();
        if (claimed > most) {
            return DecodeReason.TOO_MANY_HASHES;
        }
        for (int i = 0; i < claimed; i++) {
            if (!hash.read(in)) {
                return DecodeReason.EVENT_FIELD;
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, Math.min(most, 2 * count));
            }
            values[count++] = hash.bits;
        }
        return null;
    }

    boolean present() {
        return present;
    }

    int count() {
        return count;
    }

    /** The hashes, in the first {@link #count()} places; valid until the next event. */
    long[] values() {
        return values;
    }

    long[] toArray() {
        return Arrays.copyOf(values, count);
    }

    void trim() {
        if (values.length > KEPT) {
            values = new long[FIRST];
        }
    }
}
