package dev.warmpath.router.template.value;

/** The template's {@code none}: a value like any other, so that no reference in the interpreter is ever null. */
public enum None {
    NONE;

    @Override
    public String toString() {
        return "None";
    }
}
