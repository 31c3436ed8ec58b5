package dev.warmpath.router.template.value;

import org.jspecify.annotations.Nullable;

/** A value of the interpreter's own that has named attributes: namespaces, {@code loop}, cyclers, macros. */
public interface Attributed {

    /** The attribute's value, or null when there is no such attribute. */
    @Nullable
    Object attribute(String name);

    /** How it prints, or null when its text in Python holds an address. */
    default @Nullable String shown() {
        return null;
    }
}
