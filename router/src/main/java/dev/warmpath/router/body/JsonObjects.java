package dev.warmpath.router.body;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a list in a body, each with the place of its text: someone who knows what a text says need not read it.
 */
public final class JsonObjects {

    private final byte[] bytes;
    private final ObjectList objects;
    private final int count;
    private final int listEnd;
    private final int[] cacheControls;

    JsonObjects(byte[] bytes, JsonMember list, int[] cacheControls) {
        this.bytes = bytes;
        this.objects = list.objects();
        this.count = list.items();
        // Before the closing bracket.
        this.listEnd = list.valueEnd() - 1;
        this.cacheControls = cacheControls;
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
        return objects.start(number);
    }

    /** The place behind an object's closing brace. */
    public int end(int number) {
        return objects.end(number, bytes, listEnd);
    }

    /** The object that an earlier body had, byte for byte, if the body was read with such; else null. */
    public KnownObjects.@Nullable Known known(int number) {
        return objects.known(number);
    }

    /** What an object takes of a body's budget, to be told when it comes again ({@link KnownObjects.Known#cost}). */
    public long cost(int number) {
        return objects.cost(number);
    }

    /**
     * Whether all that a scan finds in an object is what it costs. One with a {@code cache_control} has to be gone over
     * each time, because where that stands is told of the body.
     */
    public boolean mayBeSkipped(int number) {
        if (cacheControls.length == JsonScanner.MOST_CACHE_CONTROLS) {
            // There may be more than were noted.
            return false;
        }
        int start = start(number);
        int end = end(number);
        for (int control : cacheControls) {
            if (control >= start && control < end) {
                return false;
            }
        }
        return true;
    }

    /** An object as a tree, made anew at each call. */
    public JsonNode read(int number) {
        return TreeReader.read(bytes, start(number), end(number));
    }
}
