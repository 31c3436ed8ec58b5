package dev.warmpath.events.decode;

import dev.warmpath.events.msgpack.ContentDigest;
import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import org.jspecify.annotations.Nullable;

/**
 * What went into each block's hash beside its tokens. vLLM lists, per block, nil or in this order: the adapter's name,
 * a pair of identifier and offset for each image (or other medium) that touches the block, in the first block of a chain
 * the cache salt, and a byte string for prompt embeddings. The kinds are told apart by type and place alone. The name and
 * the salt go to the namespace; all else, also what we do not know, becomes a digest that keeps the block from being
 * credited to text.
 */
final class ExtraKeys {

    private static final long NONE = 0;

    private long @Nullable [] digests;

    /** One digest per block, or null if no block has anything. */
    long @Nullable [] digests() {
        return digests;
    }

    /**
     * Reads the list.
     *
     * @param blocks how many blocks the event has; the list is as long, or empty
     * @param root whether the first block begins a chain, so that its keys may hold the salt
     */
    @Nullable
    DecodeReason read(MsgpackReader in, int blocks, boolean root, NamespaceFields namespace)
            throws MalformedMsgpackException {
        digests = null;
        int claimed = in.readArrayHeader();
        if (claimed != 0 && claimed != blocks) {
            return DecodeReason.EVENT_FIELD;
        }
        for (int block = 0; block < claimed; block++) {
            if (in.skipNil()) {
                continue;
            }
            if (in.kind() != Kind.ARRAY) {
                keep(block, blocks, ContentDigest.append(NONE, in));
                continue;
            }
            DecodeReason problem = readKeys(in, block, blocks, root && block == 0, namespace);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable DecodeReason readKeys(
            MsgpackReader in, int block, int blocks, boolean maySalt, NamespaceFields namespace)
            throws MalformedMsgpackException {
        boolean loraPassed = false;
        boolean saltPassed = !maySalt;
        long digest = NONE;
        int keys = in.readArrayHeader();
        for (int i = 0; i < keys; i++) {
            int start = in.position();
            if (in.kind() == Kind.STR && !(loraPassed && saltPassed)) {
                in.readSpan();
                if (!loraPassed && namespace.namesLora(in)) {
                    loraPassed = true;
                    continue;
                }
                in.seek(start);
                if (!saltPassed) {
                    saltPassed = true;
                    DecodeReason problem = namespace.readSalt(in);
                    if (problem != null) {
                        return problem;
                    }
                    continue;
                }
            }
            digest = ContentDigest.append(digest, in);
        }
        keep(block, blocks, digest);
        return null;
    }

    private void keep(int block, int blocks, long digest) {
        if (digest == NONE) {
            return;
        }
        if (digests == null) {
            digests = new long[blocks];
        }
        digests[block] = digest;
    }
}
