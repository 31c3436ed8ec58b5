package dev.warmpath.events.msgpack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names that matter, as strings. Strict: bytes that are not UTF-8 must not become replacement characters, for then two
 * different names (or two tenants' cache salts) would be one. Not thread-safe.
 */
public final class WireText {

    /** Clients choose cache salts; a longer one costs its event, and the blocks are then credited to nobody. */
    private static final int LONGEST_BYTES = 4096;

    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    /** Reads a string; null if the next value is none, is too long or is not UTF-8. */
    public @Nullable String read(MsgpackReader in) throws MalformedMsgpackException {
        if (in.kind() != Kind.STR) {
            return null;
        }
        int length = in.readSpan();
        if (length > LONGEST_BYTES) {
            return null;
        }
        try {
            return utf8.decode(ByteBuffer.wrap(in.bytes(), in.spanStart(), length))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
