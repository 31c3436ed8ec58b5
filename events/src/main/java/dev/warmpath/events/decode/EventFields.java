package dev.warmpath.events.decode;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WordTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the fields of one event say, in whichever order they come. One instance serves all events of a decoder.
 *
 * <p>A field that cannot be used is noted and passed over, exactly, so that the next field and the next event are found
 * and the verdict can name the cause that explains most: the greater {@link DecodeReason}.
 */
final class EventFields {

    private static final int NO_GROUP = -1;
    private static final int NO_PLACE = -1;

    /** Full attention of one kind or another: blocks of these groups, and no others, make up a prefix. */
    private static final WordTable<Boolean> FULL_ATTENTION =
            new WordTable<>(Map.of("full_attention", true, "mla_attention", true, "sink_full_attention", true));

    private static final WordTable<Boolean> LOCAL = new WordTable<>(Map.of("LOCAL", true));

    /** vLLM's name of the secondary tier whose blocks lie with other instances. */
    private static final WordTable<Boolean> FOREIGN_OWNER = new WordTable<>(Map.of("kvcr", true));

    private final MsgpackReader in;
    private final OpaqueHash hash = new OpaqueHash();
    private final HashRun hashes;
    private final TokenRun tokens = new TokenRun();
    private final NamespaceFields namespace = new NamespaceFields();

    private @Nullable EventType type;
    private boolean typeTold;
    private boolean hasParent;
    private long parent;
    private int blockSize;
    private boolean hasBlockSize;
    private Tier tier = Tier.DEVICE;
    private int group = NO_GROUP;
    private int extraKeysAt = NO_PLACE;
    private @Nullable DecodeReason problem;
    private @Nullable DecodeReason storeProblem;

    EventFields(MsgpackReader in, int maxHashes) {
        this.in = in;
        this.hashes = new HashRun(maxHashes);
    }

    void reset() {
        hashes.reset();
        tokens.reset();
        namespace.reset();
        type = null;
        typeTold = false;
        hasParent = false;
        parent = 0;
        blockSize = 0;
        hasBlockSize = false;
        tier = Tier.DEVICE;
        group = NO_GROUP;
        extraKeysAt = NO_PLACE;
        problem = null;
        storeProblem = null;
    }

    void trim() {
        hashes.trim();
        tokens.trim();
    }

    /** Reads the value that the reader stands at as this field's; it then stands behind the value, whatever that was. */
    void read(Field field) throws MalformedMsgpackException {
        int start = in.position();
        DecodeReason found = switch (field) {
            case TYPE -> readType();
            case BLOCK_HASHES -> hashes.read(in);
            case PARENT_BLOCK_HASH -> readParent();
            case TOKEN_IDS -> tokens.read(in);
            case BLOCK_SIZE -> readBlockSize();
            case LORA_ID -> namespace.readLoraId(in);
            case MEDIUM -> readMedium();
            case LORA_NAME -> namespace.readLoraName(in);
            case EXTRA_KEYS -> noteExtraKeys();
            case GROUP_IDX -> readGroup();
            case KV_CACHE_SPEC_KIND -> judge(FULL_ATTENTION, null, DecodeReason.OTHER_GROUP);
            case LOCALITY -> judge(LOCAL, null, DecodeReason.REMOTE);
            case OWNERSHIP -> judge(FOREIGN_OWNER, DecodeReason.REMOTE, null);
            case CACHE_SALT -> namespace.readSalt(in);
        };
        if (found != null) {
            in.seek(start);
            in.skip();
            if (field.concernsRemovals()) {
                problem = greater(problem, found);
            } else {
                storeProblem = greater(storeProblem, found);
            }
        }
    }

    /** llm-d's simulator writes a missing parent as 0 in arrays; no engine's digest ever comes out as that. */
    void takeZeroParentAsNone() {
        hasParent = hasParent && parent != 0;
    }

    @Nullable
    EventType type() {
        return type;
    }

    /** Whether there was a tag at all, known or not. */
    boolean typeTold() {
        return typeTold;
    }

    /** Why this cannot be a store, as far as single fields tell. */
    @Nullable
    DecodeReason storeProblem() {
        boolean complete = hashes.present() && tokens.present() && hasBlockSize;
        DecodeReason fields = greater(problem, storeProblem);
        return fields == null && !complete ? DecodeReason.EVENT_SHAPE : fields;
    }

    /** Why this cannot be a removal; what only stores need may be wrong. */
    @Nullable
    DecodeReason removalProblem() {
        return problem == null && !hashes.present() ? DecodeReason.EVENT_SHAPE : problem;
    }

    HashRun hashes() {
        return hashes;
    }

    TokenRun tokens() {
        return tokens;
    }

    NamespaceFields namespace() {
        return namespace;
    }

    boolean hasParent() {
        return hasParent;
    }

    long parent() {
        return parent;
    }

    int blockSize() {
        return blockSize;
    }

    Tier tier() {
        return tier;
    }

    int group() {
        return group;
    }

    boolean hasExtraKeys() {
        return extraKeysAt != NO_PLACE;
    }

    /** Where the list of extra keys starts. */
    int extraKeysAt() {
        return extraKeysAt;
    }

    private @Nullable DecodeReason readType() throws MalformedMsgpackException {
        if (in.kind() != Kind.STR) {
            return DecodeReason.EVENT_SHAPE;
        }
        int length = in.readSpan();
        type = EventType.BY_TAG.find(in.bytes(), in.spanStart(), length);
        typeTold = true;
        return null;
    }

    private @Nullable DecodeReason readParent() throws MalformedMsgpackException {
        hasParent = !in.skipNil();
        if (!hasParent) {
            return null;
        }
        boolean usable = hash.read(in);
        parent = hash.bits;
        return usable ? null : DecodeReason.EVENT_FIELD;
    }

    private @Nullable DecodeReason readBlockSize() throws MalformedMsgpackException {
        hasBlockSize = true;
        long size = in.kind() == Kind.INT ? in.readLong() : -1;
        if (size < 0 || size > Integer.MAX_VALUE) {
            return DecodeReason.EVENT_FIELD;
        }
        blockSize = (int) size;
        return null;
    }

    private @Nullable DecodeReason readMedium() throws MalformedMsgpackException {
        tier = Tier.DEVICE;
        if (in.skipNil()) {
            return null;
        }
        if (in.kind() != Kind.STR) {
            return DecodeReason.EVENT_FIELD;
        }
        int length = in.readSpan();
        Tier named = Media.BY_NAME.find(in.bytes(), in.spanStart(), length);
        if (named == null) {
            return DecodeReason.UNKNOWN_MEDIUM;
        }
        tier = named;
        return null;
    }

    private @Nullable DecodeReason readGroup() throws MalformedMsgpackException {
        group = NO_GROUP;
        if (in.skipNil()) {
            return null;
        }
        long number = in.kind() == Kind.INT ? in.readLong() : -1;
        if (number < 0 || number > Integer.MAX_VALUE) {
            return DecodeReason.EVENT_FIELD;
        }
        group = (int) number;
        return null;
    }

    /** The salt and the digests need the adapter's name and the parent, which may come later. */
    private @Nullable DecodeReason noteExtraKeys() throws MalformedMsgpackException {
        extraKeysAt = NO_PLACE;
        if (in.skipNil()) {
            return null;
        }
        if (in.kind() != Kind.ARRAY) {
            return DecodeReason.EVENT_FIELD;
        }
        extraKeysAt = in.position();
        in.skip();
        return null;
    }

    /** Reads a word for which a table has a verdict; words that are not in it get the other one. */
    private @Nullable DecodeReason judge(
            WordTable<Boolean> table, @Nullable DecodeReason listed, @Nullable DecodeReason unlisted)
            throws MalformedMsgpackException {
        if (in.skipNil()) {
            return null;
        }
        if (in.kind() != Kind.STR) {
            return DecodeReason.EVENT_FIELD;
        }
        int length = in.readSpan();
        return table.find(in.bytes(), in.spanStart(), length) == null ? unlisted : listed;
    }

    private static @Nullable DecodeReason greater(@Nullable DecodeReason one, @Nullable DecodeReason other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) >= 0 ? one : other;
    }
}
