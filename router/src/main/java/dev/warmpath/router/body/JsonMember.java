package dev.warmpath.router.body;

/**
 * One top-level member of a body and where it lies. Offsets are in bytes; ends are exclusive.
 *
 * @param key the name with its escapes resolved
 * @param lead just after the brace or comma before the member
 * @param valueStart first byte of the value
 * @param valueEnd after the last byte of the value
 * @param trail at the comma or brace after the member
 * @param items how many elements the value has, if it is an array
 * @param itemKinds the {@link JsonKind#bit} of each kind of element, if it is an array
 * @param objects the elements that are objects, if it is an array
 */
record JsonMember(
        String key,
        int lead,
        int valueStart,
        int valueEnd,
        int trail,
        JsonKind kind,
        int items,
        int itemKinds,
        ObjectList objects) {

    /** How long the value's text is. */
    int length() {
        return valueEnd - valueStart;
    }

    /** Whether the value is an array of at least one element, all of this kind. */
    boolean isListOf(JsonKind element) {
        return kind == JsonKind.ARRAY && itemKinds == element.bit();
    }
}
