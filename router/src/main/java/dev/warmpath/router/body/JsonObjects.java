package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The objects of a list in a body, each with the place of its text: someone who knows what a text says need not read it.
 * Immutable.
 */
public final class JsonObjects {

    private final byte[] bytes;
    private final int[] starts;
    private final int count;
    private final int listEnd;

    JsonObjects(byte[] bytes, JsonMember list) {
        this.bytes = bytes;
        this.starts = list.objects();
        this.count = list.items();
        // Before the closing bracket.
        this.listEnd = list.valueEnd() - 1;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** The body that they stand in. The array is shared: do not write to it. */
    public byte[] bytes() {
        return bytes;
    }

    /** The place of an object's opening brace. */
    public int start(int number) {
        return starts[number];
    }

    /** The place behind an object's closing brace. */
    public int end(int number) {
        int end = number + 1 < count ? starts[number + 1] : listEnd;
        // Between two objects is nothing but white space and a comma.
        while (bytes[end - 1] != '}') {
            end--;
        }
        return end;
    }

    /** An object as a tree, made anew at each call. */
    public JsonNode read(int number) {
        return TreeReader.read(bytes, start(number), end(number));
    }
}
