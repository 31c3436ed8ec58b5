package dev.warmpath.events.decode;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WireText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The adapter and the salt of one event, from the fields that name them.
 *
 * <p>An adapter that is told only by its number (engines older than {@code lora_name}) gets a name that no request can
 * carry: its blocks are known and are credited to nobody, least of all to the base model.
 */
final class NamespaceFields {

    private final WireText text = new WireText();
    private @Nullable String loraId;
    private @Nullable String loraName;
    private int nameStart;
    private int nameEnd;
    private @Nullable String salt;

    void reset() {
        loraId = null;
        loraName = null;
        salt = null;
    }

    /** Numbers start at 1 in vLLM, so 0 is the base model. Text (a UUID, say) counts as a number does. */
    @Nullable
    DecodeReason readLoraId(MsgpackReader in) throws MalformedMsgpackException {
        loraId = null;
        if (in.skipNil()) {
            return null;
        }
        if (in.kind() == Kind.INT) {
            long number = in.readLong();
            loraId = number == 0 ? null : CacheNamespace.adapterByNumber(Long.toString(number));
            return null;
        }
        String id = text.read(in);
        loraId = id == null || id.isEmpty() ? null : CacheNamespace.adapterByNumber(id);
        return id == null ? DecodeReason.EVENT_FIELD : null;
    }

    @Nullable
    DecodeReason readLoraName(MsgpackReader in) throws MalformedMsgpackException {
        loraName = null;
        if (in.skipNil()) {
            return null;
        }
        String name = text.read(in);
        loraName = name == null || name.isEmpty() ? null : name;
        nameStart = in.spanStart();
        nameEnd = in.position();
        return name == null ? DecodeReason.EVENT_FIELD : null;
    }

    @Nullable
    DecodeReason readSalt(MsgpackReader in) throws MalformedMsgpackException {
        salt = null;
        if (in.skipNil()) {
            return null;
        }
        String told = text.read(in);
        salt = told == null || told.isEmpty() ? null : told;
        return told == null ? DecodeReason.EVENT_FIELD : null;
    }

    /** Whether the string that was read last is the adapter's name. */
    boolean namesLora(MsgpackReader in) {
        return loraName != null
                && Arrays.equals(in.bytes(), nameStart, nameEnd, in.bytes(), in.spanStart(), in.position());
    }

    /** A block behind another has its salt from there, whatever the event says. */
    CacheNamespace namespace(boolean hasParent) {
        String lora = loraName == null ? loraId : loraName;
        String own = hasParent ? null : salt;
        return lora == null && own == null ? CacheNamespace.PLAIN : new CacheNamespace(lora, own);
    }
}
