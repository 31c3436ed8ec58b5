package dev.warmpath.router.template.scope;

import org.jspecify.annotations.Nullable;

/** A name in one scope: the slot it lives in and what it holds when the scope is entered. */
public final class Variable {

    /** Where the first value comes from. */
    public enum Origin {
        /** The variable of the same name further out, as it is at that moment. */
        OUTER,
        /** The caller's values and the globals. */
        CONTEXT,
        /** Nothing: the name is set before it is read. */
        UNSET,
        /** Whoever enters the scope: a loop sets its target, a call its arguments. */
        GIVEN
    }

    private final String name;
    private final FunctionScope function;
    private final int slot;
    private final Origin origin;
    private final @Nullable Variable outer;

    Variable(String name, FunctionScope function, Origin origin, @Nullable Variable outer) {
        this.name = name;
        this.function = function;
        this.slot = function.newSlot();
        this.origin = origin;
        this.outer = outer;
    }

    public String name() {
        return name;
    }

    public FunctionScope function() {
        return function;
    }

    public int slot() {
        return slot;
    }

    public Origin origin() {
        return origin;
    }

    /** Only for {@link Origin#OUTER}. */
    public Variable outer() {
        if (outer == null) {
            throw new IllegalStateException(name + " has no outer variable");
        }
        return outer;
    }
}
