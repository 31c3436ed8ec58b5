package dev.warmpath.router.body;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over JSON text (RFC 8259) in UTF-8 and refuses whatever is not.
 *
 * <p>It builds nothing: a scan costs one look at each byte and one small array of nesting flags, so that checking a
 * body of many megabytes stays cheap enough for an event loop. There is no recursion; nesting is a stack of one flag per
 * level, so hostile depth costs nothing but the refusal. All that it goes over is on one {@link TreeBudget}, because
 * trees of it may be built later. Strings are held to the UTF-8 table of RFC 3629 (no overlong
 * forms, no raw surrogates, nothing past U+10FFFF). An escaped half of a surrogate pair
 * is legal JSON and passes, except in a member name, which no engine's schema could have and no tree could hold.
 *
 * <p>Complaints name the byte offset and what was expected there, never what the body says.
 */
final class JsonScanner {

    /** Levels of nesting, the body itself included. Real tool schemas stay below 30; Python's parser gives up near 1,000. */
    static final int MAX_DEPTH = 256;

    /** Python refuses to read a longer integer, so no engine takes one; it bounds the cost of reading a number. */
    static final int MAX_NUMBER_LENGTH = 4300;

    /** A member name that is looked for at any depth, as it stands in the text. */
    private static final byte[] CACHE_CONTROL = "\"cache_control\"".getBytes(StandardCharsets.US_ASCII);

    /** Anthropic takes four in a request. */
    static final int MOST_CACHE_CONTROLS = 16;

    private static final int[] NONE = {};

    private final byte[] in;
    private final int end;
    private final KnownObjects earlier;
    private final boolean[] isObject = new boolean[MAX_DEPTH];
    private final TreeBudget budget = new TreeBudget();
    private int at;
    private int items;
    private int itemKinds;
    private ObjectList objects = ObjectList.EMPTY;
    private int[] cacheControls = NONE;

    JsonScanner(byte[] in, int start, int end) {
        this(in, start, end, KnownObjects.NONE);
    }

    /** A scan of a whole body, that does not go again over objects that are known. */
    JsonScanner(byte[] in, int start, int end, KnownObjects earlier) {
        this.earlier = earlier;
        this.in = in;
        this.at = start;
        this.end = end;
    }

    int position() {
        return at;
    }

    boolean atEnd() {
        return at == end;
    }

    /** How many elements the array had that {@link #skipValue} went over last. */
    int items() {
        return items;
    }

    /** The {@link JsonKind#bit} of each kind of element in that array. */
    int itemKinds() {
        return itemKinds;
    }

    /** The objects among those elements. */
    ObjectList objects() {
        return objects;
    }

    void skipWhitespace() {
        while (at < end) {
            byte b = in[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return;
            }
            at++;
        }
    }

    /** Steps over the byte if it comes next. */
    boolean accept(char expected) {
        if (at < end && in[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    BadRequest fault(String what) {
        return BodyFault.INVALID_JSON.atByte(at, at == end ? what + ", but the body ends here" : what);
    }

    /** Goes over a string, colon and white space: what stands before a member's value. */
    void skipKey() throws BadRequest {
        if (at == end || in[at] != '"') {
            throw fault("expected a member name in double quotes");
        }
        int start = at;
        skipString(true);
        boolean control = at - start == CACHE_CONTROL.length
                && Arrays.equals(in, start, at, CACHE_CONTROL, 0, CACHE_CONTROL.length);
        skipWhitespace();
        if (!accept(':')) {
            throw fault("expected a colon after a member name");
        }
        skipWhitespace();
        if (control && cacheControls.length < MOST_CACHE_CONTROLS) {
            cacheControls = Arrays.copyOf(cacheControls, cacheControls.length + 1);
            cacheControls[cacheControls.length - 1] = at;
        }
    }

    /** Where the values of members named {@code cache_control} begin, at any depth; the first of them, if there are many. */
    int[] cacheControls() {
        return cacheControls;
    }

    /**
     * Goes over one value of any size.
     *
     * @param outer how many levels are open around it
     * @return its kind
     */
    JsonKind skipValue(int outer) throws BadRequest {
        items = 0;
        itemKinds = 0;
        JsonKind kind = startOfValue();
        boolean list = kind == JsonKind.ARRAY;
        objects = list ? new ObjectList(earlier) : ObjectList.EMPTY;
        JsonKind current = kind;
        int depth = outer;
        while (true) {
            if (list && depth == outer + 1) {
                items++;
                itemKinds |= current.bit();
            }
            boolean open = false;
            if (!list || depth != outer + 1 || current != JsonKind.OBJECT || !skipKnown()) {
                budget.spend(current, depth > outer && !isObject[depth - 1], at);
                open = current == JsonKind.OBJECT || current == JsonKind.ARRAY;
                if (open) {
                    open = openContainer(current == JsonKind.OBJECT, depth);
                    depth += open ? 1 : 0;
                } else {
                    skipScalar(current);
                }
            }
            if (!open) {
                depth = closeContainers(depth, outer);
                if (depth == outer) {
                    objects.end(budget.spent());
                    return kind;
                }
            }
            current = startOfValue();
        }
    }

    /** An element of the list is an object: goes over it, if it is known. */
    private boolean skipKnown() throws BadRequest {
        KnownObjects.Known known = objects.begin(in, at, end, budget.spent());
        if (known == null) {
            return false;
        }
        budget.spend(known.cost(), at);
        at += known.length();
        return true;
    }

    /** Enters a container; false when it was empty and is already behind us. */
    private boolean openContainer(boolean object, int depth) throws BadRequest {
        if (depth >= MAX_DEPTH) {
            throw BodyFault.LIMIT_EXCEEDED.atByte(at, "nested deeper than " + MAX_DEPTH + " levels");
        }
        at++;
        skipWhitespace();
        if (accept(object ? '}' : ']')) {
            return false;
        }
        isObject[depth] = object;
        if (object) {
            skipKey();
        }
        return true;
    }

    /** A value has just ended: closes what ends with it and stops before the next value, if there is one. */
    private int closeContainers(int depth, int outer) throws BadRequest {
        int open = depth;
        while (open > outer) {
            boolean object = isObject[open - 1];
            skipWhitespace();
            if (accept(',')) {
                skipWhitespace();
                if (object) {
                    skipKey();
                }
                return open;
            }
            if (!accept(object ? '}' : ']')) {
                throw fault(object ? "expected a comma or a closing brace" : "expected a comma or a closing bracket");
            }
            open--;
        }
        return open;
    }

    private JsonKind startOfValue() throws BadRequest {
        // At the end there is nothing to look at; a closing brace starts no value either.
        return switch (at < end ? in[at] : '}') {
            case '{' -> JsonKind.OBJECT;
            case '[' -> JsonKind.ARRAY;
            case '"' -> JsonKind.STRING;
            case 't' -> JsonKind.TRUE;
            case 'f' -> JsonKind.FALSE;
            case 'n' -> JsonKind.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> JsonKind.NUMBER;
            default -> throw fault("expected a JSON value");
        };
    }

    private void skipScalar(JsonKind kind) throws BadRequest {
        switch (kind) {
            case STRING -> skipString(false);
            case NUMBER -> skipNumber();
            case TRUE -> skipWord("true");
            case FALSE -> skipWord("false");
            default -> skipWord("null");
        }
    }

    private void skipWord(String word) throws BadRequest {
        for (int i = 0; i < word.length(); i++) {
            if (!accept(word.charAt(i))) {
                throw fault("expected the literal " + word);
            }
        }
    }

    private void skipNumber() throws BadRequest {
        int start = at;
        accept('-');
        if (!accept('0')) {
            skipDigits();
        }
        if (accept('.')) {
            skipDigits();
        }
        if (accept('e') || accept('E')) {
            if (!accept('+')) {
                accept('-');
            }
            skipDigits();
        }
        if (at - start > MAX_NUMBER_LENGTH) {
            throw BodyFault.LIMIT_EXCEEDED.atByte(start, "a number longer than " + MAX_NUMBER_LENGTH + " characters");
        }
    }

    private void skipDigits() throws BadRequest {
        int start = at;
        while (at < end && in[at] >= '0' && in[at] <= '9') {
            at++;
        }
        if (at == start) {
            throw fault("expected a digit");
        }
    }

    private void skipString(boolean name) throws BadRequest {
        int start = at;
        // What follows is on a local variable: a body is mostly strings, and most of their stops are line feeds.
        int place = start + 1;
        while (true) {
            // Negative bytes, those past ASCII, stop here as well.
            place = PlainBytes.end(in, place, end);
            if (place == end) {
                at = end;
                throw BodyFault.INVALID_JSON.atByte(start, "the string that starts here has no end");
            }
            byte b = in[place];
            if (b == '\\' && place + 1 < end && isShortEscape(in[place + 1])) {
                place += 2;
                continue;
            }
            at = place;
            if (b == '"') {
                at++;
                return;
            }
            if (b < 0) {
                do {
                    skipMultiByte(in[at] & 0xff);
                } while (at < end && in[at] < 0);
            } else if (b == '\\') {
                skipEscape(name);
            } else {
                throw fault("a control character in a string; write it as an escape");
            }
            place = at;
        }
    }

    /** Whether a backslash and this letter are a whole escape. */
    private static boolean isShortEscape(byte letter) {
        return switch (letter) {
            case 'n', '"', '\\', '/', 't', 'r', 'b', 'f' -> true;
            default -> false;
        };
    }

    private void skipEscape(boolean name) throws BadRequest {
        int start = at++;
        if (accept('u')) {
            int unit = skipHexadecimal();
            if (name && Character.isSurrogate((char) unit)) {
                boolean paired = Character.isHighSurrogate((char) unit)
                        && accept('\\')
                        && accept('u')
                        && Character.isLowSurrogate((char) skipHexadecimal());
                if (!paired) {
                    throw BodyFault.INVALID_JSON.atByte(start, "half of a surrogate pair in a member name");
                }
            }
            return;
        }
        if (at == end || !isShortEscape(in[at])) {
            throw fault("not an escape that JSON has");
        }
        at++;
    }

    private int skipHexadecimal() throws BadRequest {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at == end ? -1 : Character.digit(in[at], 16);
            if (digit < 0) {
                throw fault("expected four hexadecimal digits");
            }
            unit = 16 * unit + digit;
            at++;
        }
        return unit;
    }

    /** The well-formed byte sequences of RFC 3629, section 4. Only the second byte's range depends on the first. */
    private void skipMultiByte(int lead) throws BadRequest {
        int following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        boolean wellFormed = lead >= 0xc2 && lead <= 0xf4 && end - at > following;
        for (int i = 1; wellFormed && i <= following; i++) {
            int b = in[at + i] & 0xff;
            wellFormed = b >= low && b <= high;
            low = 0x80;
            high = 0xbf;
        }
        if (!wellFormed) {
            throw BodyFault.INVALID_UTF8.atByte(at, "not UTF-8");
        }
        at += 1 + following;
    }
}
