package dev.warmpath.events.decode;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import org.jspecify.annotations.Nullable;

/** Reads one event, in either encoding, and judges it. */
final class EventReader {

    private static final KvEvent CLEARED = new AllBlocksCleared();
    private static final int[] NO_TOKENS = {};

    private final MsgpackReader in;
    private final EventFields fields;
    private final DistinctHashes distinct = new DistinctHashes();
    private final ExtraKeys extraKeys = new ExtraKeys();
    private @Nullable DecodeReason rejection;

    EventReader(MsgpackReader in, int maxHashes) {
        this.in = in;
        this.fields = new EventFields(in, maxHashes);
    }

    /**
     * Consumes one value and returns the event in it, or null: then {@link #rejection()} says why, and is null itself if
     * the event was right and named no block.
     */
    @Nullable
    KvEvent read() throws MalformedMsgpackException {
        rejection = null;
        fields.reset();
        switch (in.kind()) {
            case MAP -> readMap();
            case ARRAY -> readArray();
            default -> in.skip();
        }
        if (rejection != null) {
            return null;
        }
        EventType type = fields.type();
        if (type == null) {
            return reject(fields.typeTold() ? DecodeReason.UNKNOWN_TYPE : DecodeReason.EVENT_SHAPE);
        }
        return switch (type) {
            case STORED -> stored();
            case REMOVED -> removed();
            case CLEARED -> CLEARED;
        };
    }

    @Nullable
    DecodeReason rejection() {
        return rejection;
    }

    void trim() {
        fields.trim();
        distinct.trim();
    }

    private void readMap() throws MalformedMsgpackException {
        int entries = in.readMapHeader();
        for (int i = 0; i < entries; i++) {
            Field field = null;
            if (in.kind() == Kind.STR) {
                int length = in.readSpan();
                field = Field.BY_KEY.find(in.bytes(), in.spanStart(), length);
            } else {
                in.skip();
            }
            if (field == null) {
                in.skip();
            } else {
                fields.read(field);
            }
        }
    }

    private void readArray() throws MalformedMsgpackException {
        int values = in.readArrayHeader() - 1;
        if (values >= 0) {
            fields.read(Field.TYPE);
        }
        EventType type = fields.type();
        for (int i = 0; i < values; i++) {
            Field field = type == null ? null : type.fieldAt(i);
            if (field == null) {
                in.skip();
            } else {
                readPosition(field);
            }
        }
        if (type != null && values < type.leastFields) {
            reject(DecodeReason.EVENT_SHAPE);
        }
        fields.takeZeroParentAsNone();
    }

    /**
     * At the place of vLLM's adapter name SGLang has a map of its own. Extra keys and the kind of group came late: a
     * value of another type in their places is a field of some other engine, and not a broken one of vLLM's.
     */
    private void readPosition(Field field) throws MalformedMsgpackException {
        Kind late = switch (field) {
            case EXTRA_KEYS -> Kind.ARRAY;
            case KV_CACHE_SPEC_KIND -> Kind.STR;
            default -> in.kind();
        };
        if (in.kind() != late) {
            in.skip();
        } else if (field == Field.LORA_NAME && late == Kind.MAP) {
            readMap();
        } else {
            fields.read(field);
        }
    }

    private @Nullable KvEvent stored() throws MalformedMsgpackException {
        DecodeReason problem = fields.storeProblem();
        if (problem != null) {
            return reject(problem);
        }
        int blocks = fields.hashes().count();
        int tokens = fields.tokens().count();
        if (tokens == 0) {
            return blocks == 0 ? null : placeholder();
        }
        if ((long) blocks * fields.blockSize() != tokens) {
            return reject(DecodeReason.UNALIGNED);
        }
        if (!distinct.check(fields.hashes().values(), blocks, fields.hasParent(), fields.parent())) {
            return reject(DecodeReason.SELF_PARENT);
        }
        long[] digests = null;
        if (fields.hasExtraKeys()) {
            int end = in.position();
            in.seek(fields.extraKeysAt());
            problem = extraKeys.read(in, blocks, !fields.hasParent(), fields.namespace());
            in.seek(end);
            if (problem != null) {
                return reject(problem);
            }
            digests = extraKeys.digests();
        }
        return new BlockStored(
                fields.hashes().toArray(),
                fields.hasParent(),
                fields.parent(),
                fields.tokens().toArray(),
                fields.blockSize(),
                fields.tier(),
                fields.group(),
                fields.namespace().namespace(fields.hasParent()),
                digests);
    }

    /** Without tokens there is no chain to check or to name: only that these blocks now lie in this tier, too. */
    private KvEvent placeholder() {
        return new BlockStored(
                fields.hashes().toArray(),
                fields.hasParent(),
                fields.parent(),
                NO_TOKENS,
                0,
                fields.tier(),
                fields.group(),
                CacheNamespace.PLAIN,
                null);
    }

    private @Nullable KvEvent removed() {
        DecodeReason problem = fields.removalProblem();
        if (problem != null) {
            return reject(problem);
        }
        if (fields.hashes().count() == 0) {
            return null;
        }
        return new BlockRemoved(fields.hashes().toArray(), fields.tier(), fields.group());
    }

    private @Nullable KvEvent reject(DecodeReason reason) {
        rejection = reason;
        return null;
    }
}
