package dev.warmpath.router.template.value;

import dev.warmpath.router.template.fault.Fault;

/**
 * What a name, attribute or element yields that does not exist: prints as nothing, is false and empty, and fails as soon
 * as it is used for more. All of them are equal, as in Jinja.
 */
public final class Undefined {

    private final String why;

    /** What the message says on misuse; must be made of names in the source and of types only. */
    public Undefined(String why) {
        this.why = why;
    }

    public static Undefined name(String name) {
        return new Undefined("'" + name + "' is undefined");
    }

    /** A member that an object does not have, named in the template itself. */
    public static Undefined member(Object owner, String name) {
        return new Undefined(
                owner == None.NONE
                        ? "'None' has no attribute '" + name + "'"
                        : "'" + TypeName.of(owner) + " object' has no attribute '" + name + "'");
    }

    /** An element that an object does not have; the key may be prompt text and is not told. */
    public static Undefined element(Object owner) {
        return new Undefined("'" + TypeName.of(owner) + " object' has no such element");
    }

    /**
     * An attribute that the sandbox hides: it changes its object or opens the interpreter's inside.
     *
     * @param name of a fixed set, or the start of it: the whole may be prompt text
     */
    public static Undefined unsafe(Object owner, String name) {
        return new Undefined("access to attribute '" + name + "' of '" + TypeName.of(owner) + "' object is unsafe");
    }

    /** What every use beyond printing and testing throws. */
    public Fault fault() {
        return Fault.undefined(why);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Undefined;
    }

    @Override
    public int hashCode() {
        return Undefined.class.hashCode();
    }
}
