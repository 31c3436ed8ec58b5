package dev.warmpath.router.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is one well-formed JSON object, with the place of each top-level member. One pass over the bytes;
 * a tree is made only of the members that someone asks for. What it says never changes; safe to read from any thread.
 */
public final class JsonBody {

    private static final int MAX_SHORT_TEXT = 1024;
    private static final int MAX_CACHE_CONTROL = 256;

    /** More top-level members than this is no request: the widest engine schema has about 100. */
    static final int MAX_MEMBERS = 1024;

    /**
     * Reads whatever the scanner let through: Jackson's own bounds are tighter, and its table of names seen before, which
     * clients could fill, gives up on hash collisions.
     */
    static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonScanner.MAX_DEPTH)
                    .maxNumberLength(JsonScanner.MAX_NUMBER_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private final byte[] bytes;
    private final Map<String, JsonMember> members;
    private final int[] cacheControls;
    private final int open;
    private final int close;

    private JsonBody(byte[] bytes, Map<String, JsonMember> members, int[] cacheControls, int open, int close) {
        this.cacheControls = cacheControls;
        this.bytes = bytes;
        this.members = members;
        this.open = open;
        this.close = close;
    }

    /**
     * Checks and indexes a body. The array is kept, not copied.
     *
     * @throws BadRequest 400 when it is not a JSON object, not UTF-8, nested too deep, holds too many values, or repeats
     *     a top-level key
     */
    public static JsonBody parse(byte[] bytes) throws BadRequest {
        return parse(bytes, KnownObjects.NONE);
    }

    /**
     * The same, without going over what earlier bodies had: the outcome is the same.
     *
     * @param earlier elements of top-level lists
     */
    public static JsonBody parse(byte[] bytes, KnownObjects earlier) throws BadRequest {
        if (bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            throw BodyFault.INVALID_JSON.atByte(0, "a byte-order mark; send UTF-8 without one");
        }
        JsonScanner scanner = new JsonScanner(bytes, 0, bytes.length, earlier);
        scanner.skipWhitespace();
        if (!scanner.accept('{')) {
            throw scanner.fault("expected a JSON object");
        }
        int open = scanner.position();
        Map<String, JsonMember> members = readMembers(bytes, scanner);
        int close = scanner.position() - 1;
        scanner.skipWhitespace();
        if (!scanner.atEnd()) {
            throw scanner.fault("expected nothing after the JSON object");
        }
        return new JsonBody(bytes, members, scanner.cacheControls(), open, close);
    }

    private static Map<String, JsonMember> readMembers(byte[] bytes, JsonScanner scanner) throws BadRequest {
        Map<String, JsonMember> members = new LinkedHashMap<>();
        int lead = scanner.position();
        scanner.skipWhitespace();
        if (scanner.accept('}')) {
            return members;
        }
        while (true) {
            JsonMember member = readMember(bytes, scanner, lead);
            if (members.put(member.key(), member) != null) {
                String name = printable(member.key());
                throw BodyFault.DUPLICATE_KEY.at(
                        name, "Request body, byte " + lead + ": the member " + name + " is there twice; send it once");
            }
            if (members.size() > MAX_MEMBERS) {
                throw BodyFault.LIMIT_EXCEEDED.atByte(lead, "more than " + MAX_MEMBERS + " top-level members");
            }
            if (scanner.accept('}')) {
                return members;
            }
            if (!scanner.accept(',')) {
                throw scanner.fault("expected a comma or a closing brace");
            }
            lead = scanner.position();
            scanner.skipWhitespace();
        }
    }

    private static JsonMember readMember(byte[] bytes, JsonScanner scanner, int lead) throws BadRequest {
        int keyStart = scanner.position();
        scanner.skipKey();
        int valueStart = scanner.position();
        JsonKind kind = scanner.skipValue(1);
        int valueEnd = scanner.position();
        scanner.skipWhitespace();
        // The key's text ends before the colon; the reader stops at the closing quote by itself.
        String key = TreeReader.read(bytes, keyStart, valueStart).textValue();
        return new JsonMember(
                key,
                lead,
                valueStart,
                valueEnd,
                scanner.position(),
                kind,
                scanner.items(),
                scanner.itemKinds(),
                scanner.objects());
    }

    /** A key as an error message may show it: short, and nothing that a terminal or a log would act on. */
    private static String printable(String key) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(key.length(), 64); i++) {
            char c = key.charAt(i);
            text.append(c > ' ' && c < 0x7f ? c : '?');
        }
        return text.toString();
    }

    /** The body as it came. The array is shared: do not write to it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether there is such a top-level member, even with the value null. */
    public boolean has(String key) {
        return members.containsKey(key);
    }

    /** Whether there is such a member and its value is not null. */
    public boolean hasValue(String key) {
        JsonMember member = members.get(key);
        return member != null && member.kind() != JsonKind.NULL;
    }

    /** Names of the top-level members, in the client's order. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(members.keySet());
    }

    /**
     * The member's value, or null when absent. Read anew at each call: cheap for scalars, but a conversation is a tree
     * as large as the body, so keep it only as long as it is needed, and do not ask for one on an event loop.
     */
    public @Nullable JsonNode get(String key) {
        JsonMember member = members.get(key);
        return member == null ? null : read(member);
    }

    /** The elements of a member, or null when it is no list of at least one object and nothing else. */
    public @Nullable JsonObjects objects(String key) {
        JsonMember member = members.get(key);
        return member == null || !member.isListOf(JsonKind.OBJECT)
                ? null
                : new JsonObjects(bytes, member, cacheControls);
    }

    /** How many bytes an earlier body had as well, of those that were looked for. */
    public int knownBytes() {
        int known = 0;
        for (JsonMember member : members.values()) {
            known += member.objects().knownBytes();
        }
        return known;
    }

    /**
     * Whether the objects in lists that no earlier body had are ASCII, without escapes that name a character by its number.
     * It costs a look at each of their bytes.
     */
    public boolean newObjectsAreAscii() {
        for (JsonMember member : members.values()) {
            if (!member.objects().newOnesAreAscii(bytes, member.valueEnd() - 1)) {
                return false;
            }
        }
        return true;
    }

    /** Holds on no longer to what earlier bodies had ({@link JsonObjects#known}); the body itself stays what it is. */
    public void forgetKnown() {
        for (JsonMember member : members.values()) {
            member.objects().forget();
        }
    }

    /** The member's text, or null when it is absent or no string. */
    public @Nullable String text(String key) {
        JsonMember member = members.get(key);
        return member == null || member.kind() != JsonKind.STRING
                ? null
                : read(member).textValue();
    }

    /** The same of a text that is short enough to be a name or a word; null for a longer one. Cheap. */
    public @Nullable String shortText(String key) {
        JsonMember member = members.get(key);
        return member == null || member.length() > MAX_SHORT_TEXT ? null : text(key);
    }

    /**
     * The values of members named {@code cache_control}, at any depth, in their order; without those that are longer than
     * any that a client means.
     */
    public List<JsonNode> cacheControls() {
        if (cacheControls.length == 0) {
            return List.of();
        }
        List<JsonNode> values = new ArrayList<>();
        for (int start : cacheControls) {
            int end = endWithin(start, Math.min(bytes.length, start + MAX_CACHE_CONTROL));
            if (end > 0) {
                values.add(TreeReader.read(bytes, start, end));
            }
        }
        return values;
    }

    /** Where the value ends that starts here, or -1 when that is beyond the bound. */
    private int endWithin(int start, int bound) {
        JsonScanner value = new JsonScanner(bytes, start, bound);
        try {
            value.skipValue(1);
            return value.position();
        } catch (BadRequest longer) {
            // The whole body is well formed, so this one only has no end within the bound.
            return -1;
        }
    }

    /** The value of one of this body's members, as {@link #get} has it. */
    JsonNode read(JsonMember member) {
        return TreeReader.read(bytes, member.valueStart(), member.valueEnd());
    }

    /** Starts an edit of this body. */
    public BodyPatch patch() {
        return new BodyPatch(this);
    }

    @Nullable
    JsonMember member(String key) {
        return members.get(key);
    }

    Collection<JsonMember> members() {
        return members.values();
    }

    /** Offset just behind the opening brace. */
    int open() {
        return open;
    }

    /** Offset of the closing brace. */
    int close() {
        return close;
    }
}
