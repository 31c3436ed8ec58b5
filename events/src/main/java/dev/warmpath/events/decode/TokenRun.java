package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of one event: a list of unsigned 32-bit integers or, from SGLang with speculative decoding, of pairs of
 * a token and the one that follows it, of which the first counts. The array grows by what was read and is kept.
 */
final class TokenRun {

    private static final int FIRST = 4096;
    private static final int KEPT = 1 << 20;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final int NO_TOKEN = -1;

    private int[] values = new int[FIRST];
    private int count;
    private boolean present;

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
        boolean pairs = claimed > 0 && in.kind() == Kind.ARRAY;
        while (count < claimed) {
            if (count == values.length) {
                values = Arrays.copyOf(values, (int) Math.min(LONGEST_ARRAY, 2L * count));
            }
            int room = Math.min(claimed, values.length) - count;
            int read = pairs ? 0 : in.readUnsignedInts(values, count, room);
            count += read;
            if (read < room && !readOne(in, pairs)) {
                return DecodeReason.EVENT_FIELD;
            }
        }
        return null;
    }

    /** Whether a token follows, or a pair. */
    private boolean readOne(MsgpackReader in, boolean pair) throws MalformedMsgpackException {
        if (pair && (in.kind() != Kind.ARRAY || in.readArrayHeader() != 2)) {
            return false;
        }
        long token = token(in);
        if (token == NO_TOKEN || (pair && token(in) == NO_TOKEN)) {
            return false;
        }
        values[count++] = (int) token;
        return true;
    }

    boolean present() {
        return present;
    }

    int count() {
        return count;
    }

    int[] toArray() {
        return Arrays.copyOf(values, count);
    }

    void trim() {
        if (values.length > KEPT) {
            values = new int[FIRST];
        }
    }

    private static long token(MsgpackReader in) throws MalformedMsgpackException {
        if (in.kind() != Kind.INT) {
            return NO_TOKEN;
        }
        long token = in.readLong();
        return token >>> 32 == 0 ? token : NO_TOKEN;
    }
}
