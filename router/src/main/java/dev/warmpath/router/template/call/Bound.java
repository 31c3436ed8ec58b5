package dev.warmpath.router.template.call;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.value.None;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, each at its parameter's place. */
public final class Bound {

    private final @Nullable Object[] values;

    Bound(@Nullable Object[] values) {
        this.values = values;
    }

    public boolean given(int index) {
        return values[index] != null;
    }

    /** An argument that must be there. */
    public Object get(int index) {
        Object value = values[index];
        if (value == null) {
            throw Fault.operation("missing argument " + (index + 1));
        }
        return value;
    }

    public Object get(int index, Object otherwise) {
        Object value = values[index];
        return value == null ? otherwise : value;
    }

    /** Whether the argument is there and is not none. */
    public boolean some(int index) {
        Object value = values[index];
        return value != null && value != None.NONE;
    }
}
