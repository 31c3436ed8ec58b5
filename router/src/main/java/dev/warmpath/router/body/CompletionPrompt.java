package dev.warmpath.router.body;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A member that holds plain prompts, as {@code prompt} of {@code /v1/completions} does in its four legal shapes: a
 * string, a list of strings, a list of token ids, a list of such lists. Token ids are read from the bytes, without a tree: a long prompt is 100,000 of them.
 */
final class CompletionPrompt {

    private final byte[] in;
    private final JsonMember member;

    private CompletionPrompt(byte[] in, JsonMember member) {
        this.in = in;
        this.member = member;
    }

    /** The body's member of this name, or null when it has none or null. */
    static @Nullable CompletionPrompt of(JsonBody body, String name) {
        JsonMember member = body.member(name);
        return member == null || member.kind() == JsonKind.NULL ? null : new CompletionPrompt(body.bytes(), member);
    }

    /**
     * Checks the shape, every element of it.
     *
     * @return the number of prompts in a batch, or 0 for a single prompt
     */
    int checkedBatch() throws BadRequest {
        if (member.kind() == JsonKind.STRING) {
            requireText(member.valueStart(), member.valueEnd());
            return 0;
        }
        if (member.kind() != JsonKind.ARRAY) {
            throw BodyFault.INVALID_TYPE.at(
                    member.key(), member.key() + " must be a string, or a list of strings or token ids");
        }
        if (member.items() == 0) {
            throw BodyFault.INVALID_VALUE.at(
                    member.key(), member.key() + " is an empty list; it needs at least one element");
        }
        if (member.isListOf(JsonKind.NUMBER)) {
            checkIds(member.valueStart());
            return 0;
        }
        if (member.isListOf(JsonKind.STRING) || member.isListOf(JsonKind.ARRAY)) {
            checkBatch();
            return member.items();
        }
        throw BodyFault.INVALID_TYPE.at(
                member.key(),
                member.key() + " must be a list of strings, of token ids, or of lists of token ids, and not a mixture");
    }

    /** Whether the prompt, or the first of a batch, is token ids; its shape must have been checked. */
    boolean isTokens() {
        return member.isListOf(JsonKind.NUMBER) || member.isListOf(JsonKind.ARRAY);
    }

    /** The prompt to route by; its shape must have been checked. */
    FirstPrompt first() {
        if (member.kind() == JsonKind.STRING) {
            return new FirstPrompt.Text(text(member.valueStart(), member.valueEnd()));
        }
        if (member.isListOf(JsonKind.NUMBER)) {
            return new FirstPrompt.Tokens(readIds(member.valueStart()));
        }
        int first = skipWhitespace(member.valueStart() + 1);
        if (member.isListOf(JsonKind.ARRAY)) {
            return new FirstPrompt.Tokens(readIds(first));
        }
        return new FirstPrompt.Text(text(first, member.valueEnd()));
    }

    private String text(int start, int end) {
        return TreeReader.read(in, start, end).textValue();
    }

    private void checkBatch() throws BadRequest {
        if (member.items() > GenerationRequest.MAX_BATCH) {
            throw BodyFault.INVALID_VALUE.at(
                    member.key(), member.key() + " holds more than " + GenerationRequest.MAX_BATCH + " prompts");
        }
        JsonScanner scanner = new JsonScanner(in, member.valueStart() + 1, member.valueEnd());
        do {
            scanner.skipWhitespace();
            int start = scanner.position();
            JsonKind kind = scanner.skipValue(2);
            if (kind == JsonKind.STRING) {
                requireText(start, scanner.position());
            } else {
                checkIds(start);
            }
            scanner.skipWhitespace();
        } while (scanner.accept(','));
    }

    private void requireText(int start, int end) throws BadRequest {
        if (end - start == 2) {
            throw BodyFault.INVALID_VALUE.at(
                    member.key(), member.key() + " is an empty string; it needs at least one token");
        }
    }

    /** Goes over a well-formed list that starts at {@code start}; an empty one is no prompt. */
    private void checkIds(int start) throws BadRequest {
        int at = start;
        do {
            at = skipWhitespace(at + 1);
            int first = at;
            long id = 0;
            while (in[at] >= '0' && in[at] <= '9' && at - first <= 10) {
                id = id * 10 + in[at++] - '0';
            }
            boolean ends = in[at] == ',' || in[at] == ']' || isWhitespace(in[at]);
            if (at == first || !ends || id > 0xffff_ffffL) {
                throw BodyFault.INVALID_VALUE.at(
                        member.key(),
                        member.key() + ", byte " + first
                                + " of the body: expected a token id, an integer from 0 to 4294967295");
            }
            at = skipWhitespace(at);
        } while (in[at] == ',');
        if (in[at] != ']') {
            throw BodyFault.INVALID_TYPE.at(
                    member.key(), member.key() + ", byte " + at + " of the body: expected only token ids");
        }
    }

    private int[] readIds(int start) {
        int[] ids = new int[256];
        int count = 0;
        int at = start;
        do {
            at = skipWhitespace(at + 1);
            int id = 0;
            // Ids past 2^31 wrap into the sign bit on purpose: they are unsigned.
            while (in[at] >= '0' && in[at] <= '9') {
                id = id * 10 + in[at++] - '0';
            }
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = id;
            at = skipWhitespace(at);
        } while (in[at] == ',');
        return Arrays.copyOf(ids, count);
    }

    private int skipWhitespace(int start) {
        int at = start;
        while (isWhitespace(in[at])) {
            at++;
        }
        return at;
    }

    private static boolean isWhitespace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
