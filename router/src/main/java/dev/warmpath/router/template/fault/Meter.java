package dev.warmpath.router.template.fault;

/**
 * What one rendering has used up so far. Every loop turn and call, every string and list that is built and every level
 * of nesting is charged here before it happens, so that a template ends in bounded time and memory whatever it does.
 *
 * <p>Intermediate text may be several times the output, because templates take content apart and put it together
 * again; it has a bound of its own. Owned by the one thread that renders.
 */
public final class Meter {

    /** Intermediate characters per character of output allowed: cutting, trimming, joining each copy once. */
    private static final int WORK_PER_OUTPUT = 8;

    /** A reference in a list weighs as much as this many characters. */
    private static final int CHARS_PER_ELEMENT = 4;

    /** Looking at a character is this many times cheaper than copying it. */
    private static final int SCANNED_PER_COPIED = 8;

    /** Below this no honest template comes near the bound, however small its output may be. */
    private static final long LEAST_WORK = 1L << 20;

    private static final int INTERRUPT_CHECK_MASK = 1023;

    /** A list costs that many times less than as many turns of a loop. */
    private static final int ELEMENTS_PER_RUN = 8;

    private final int maxLoops;
    private final int maxRun;
    private final int maxElements;
    private final int maxChars;
    private final int maxDepth;
    private final long maxWork;
    private final int maxRunChars;
    private int loops;
    private int run;
    private long work;
    private long replayed;
    private int depth;

    /**
     * Nothing used up yet.
     *
     * @param maxLoops turns and calls
     * @param maxRun those among them that are really made, and not replayed from an earlier rendering
     * @param maxRunChars intermediate characters that are not replayed
     * @param maxChars of any text
     * @param maxDepth of calls and values inside each other
     */
    public Meter(int maxLoops, int maxRun, int maxRunChars, int maxChars, int maxDepth) {
        this.maxLoops = maxLoops;
        this.maxRun = maxRun;
        this.maxElements = (int) Math.min(maxLoops, (long) ELEMENTS_PER_RUN * maxRun);
        this.maxRunChars = maxRunChars;
        this.maxChars = maxChars;
        this.maxDepth = maxDepth;
        this.maxWork = Math.max(LEAST_WORK, (long) maxChars * WORK_PER_OUTPUT);
    }

    /** One turn of a loop, one element visited by a filter, or one call of a macro. */
    public void loop() {
        if (++loops > maxLoops || ++run > maxRun) {
            throw Fault.limit("more than " + Math.min(maxLoops, maxRun) + " loop turns and calls");
        }
        if ((loops & INTERRUPT_CHECK_MASK) == 0 && Thread.currentThread().isInterrupted()) {
            throw Fault.limit("the rendering thread was interrupted");
        }
    }

    /** A buffer of output or of a block's text is about to reach this size by this many characters. */
    public void append(long size, int added) {
        if (size > maxChars) {
            throw Fault.limit("more than " + maxChars + " characters of output");
        }
        charge(added);
    }

    /** A string of this length is about to be built. */
    public void chars(long length) {
        if (length > maxChars) {
            throw Fault.limit("a string of more than " + maxChars + " characters");
        }
        charge(length);
    }

    /** Text of this length is about to be searched or counted; that costs time but no memory. */
    public void scan(int length) {
        charge(length / SCANNED_PER_COPIED);
    }

    /** A list of this size is about to be built. */
    public void elements(long size) {
        if (size > maxElements) {
            throw Fault.limit("a list of more than " + maxElements + " elements");
        }
        charge(size * CHARS_PER_ELEMENT);
    }

    /** One level deeper into calls or nested values; every enter has its {@link #leave}. */
    public void enter() {
        if (++depth > maxDepth) {
            throw Fault.limit("more than " + maxDepth + " calls or values inside each other");
        }
    }

    public void leave() {
        depth--;
    }

    /** Turns and calls so far. */
    public int loops() {
        return loops;
    }

    /** Characters of intermediate text so far. */
    public long work() {
        return work;
    }

    /** Levels of nesting at this moment. */
    public int depth() {
        return depth;
    }

    /**
     * Charges what was charged before for a turn of a loop that is not made again.
     *
     * @param size of the output behind it
     * @param atDepth levels of nesting that were around it
     * @return false when it would not be within the limits, and nothing is charged
     */
    public boolean replay(long size, int turnLoops, long turnWork, int atDepth) {
        if (size > maxChars || loops + turnLoops > maxLoops || work + turnWork > maxWork || depth > atDepth) {
            return false;
        }
        loops += turnLoops;
        work += turnWork;
        replayed += turnWork;
        return true;
    }

    private void charge(long units) {
        work += units;
        if (work > maxWork || work - replayed > maxRunChars) {
            throw Fault.limit("more than " + Math.min(maxWork, maxRunChars) + " characters of intermediate text");
        }
    }
}
