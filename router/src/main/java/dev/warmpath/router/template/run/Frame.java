package dev.warmpath.router.template.run;

import dev.warmpath.router.template.fault.Meter;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one running function: the template itself, a macro, a recursive loop or a loop's filter. Names were
 * bound to slots when the template was compiled; an empty slot is an undefined variable. Functions see the variables
 * around their definition through {@link #outer}, and see them change.
 */
public final class Frame {

    private final @Nullable Object[] slots;
    private final @Nullable Frame outer;
    private final Rendering rendering;

    private Frame(int size, @Nullable Frame outer, Rendering rendering) {
        this.slots = new Object[size];
        this.outer = outer;
        this.rendering = rendering;
    }

    /** The frame of a whole template. */
    public static Frame root(int size, Rendering rendering) {
        return new Frame(size, null, rendering);
    }

    /** The frame of a function that was defined inside this one. */
    public Frame inner(int size) {
        return new Frame(size, this, rendering);
    }

    public @Nullable Object get(int slot) {
        return slots[slot];
    }

    public void set(int slot, @Nullable Object value) {
        slots[slot] = value;
    }

    /** The frame that many definitions further out; the compiler knows that it is there. */
    public Frame outer(int hops) {
        Frame frame = this;
        for (int i = 0; i < hops; i++) {
            Frame next = frame.outer;
            if (next == null) {
                throw new IllegalStateException("a variable was bound outside of the template");
            }
            frame = next;
        }
        return frame;
    }

    public Meter meter() {
        return rendering.meter();
    }

    /** A name that no scope of the template sets: the caller's value, a global function, or null. */
    public @Nullable Object context(String name) {
        return rendering.context(name);
    }

    /** Whether it is the function that every template finds under this name. */
    @SuppressWarnings("ReferenceEquality")
    boolean isGlobal(String name, Object value) {
        return rendering.globals().get(name) == value;
    }
}
