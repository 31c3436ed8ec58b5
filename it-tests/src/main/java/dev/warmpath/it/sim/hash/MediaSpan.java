package dev.warmpath.it.sim.hash;

import dev.warmpath.events.msgpack.ContentDigest;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/**
 * An image (or sound, or file) inside a prompt: the tokens that stand for it look alike whatever it is.
 *
 * @param identifier what tells it from others
 * @param start its first token
 * @param length how many there are
 */
public record MediaSpan(String identifier, int start, int length) {

    /**
     * One that touches a block.
     *
     * @param offset where it begins, from the block's first token; negative when that is before it
     */
    public record InBlock(String identifier, int offset) {}

    /** Those that touch the tokens of a block. */
    static List<InBlock> in(List<MediaSpan> spans, int from, int to) {
        List<InBlock> touching = new ArrayList<>();
        for (MediaSpan span : spans) {
            if (span.start < to && span.start + span.length > from) {
                touching.add(new InBlock(span.identifier, span.start - from));
            }
        }
        return touching;
    }

    /** What the router's decoder makes of these in an event, for comparison with its index; 0 for none. */
    static long digest(List<InBlock> touching) {
        long digest = 0;
        for (InBlock one : touching) {
            try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
                packer.packArrayHeader(2).packString(one.identifier).packInt(one.offset);
                MsgpackReader reader = new MsgpackReader();
                reader.wrap(packer.toByteArray());
                digest = ContentDigest.append(digest, reader);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            } catch (MalformedMsgpackException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return digest;
    }
}
