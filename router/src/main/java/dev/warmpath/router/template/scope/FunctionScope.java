package dev.warmpath.router.template.scope;

/** What becomes one frame when it runs: the template, a macro, a recursive loop, a loop's filter. Hands out its slots. */
public final class FunctionScope {

    private final int depth;
    private int slots;

    FunctionScope(int depth) {
        this.depth = depth;
    }

    public int newSlot() {
        return slots++;
    }

    /** Final once everything inside is compiled. */
    public int size() {
        return slots;
    }

    /** Frames between this function's and that of a function around it. */
    public int hopsTo(FunctionScope around) {
        return depth - around.depth;
    }

    public FunctionScope inner() {
        return new FunctionScope(depth + 1);
    }
}
