package dev.warmpath.router.template.compile;

/** What becomes one frame when it runs: the template, a macro, a recursive loop, a loop's filter. Hands out its slots. */
final class FunctionScope {

    private final int depth;
    private int slots;

    FunctionScope(int depth) {
        this.depth = depth;
    }

    int newSlot() {
        return slots++;
    }

    /** Final once everything inside is compiled. */
    int size() {
        return slots;
    }

    /** Frames between this function's and that of a function around it. */
    int hopsTo(FunctionScope around) {
        return depth - around.depth;
    }

    FunctionScope inner() {
        return new FunctionScope(depth + 1);
    }
}
