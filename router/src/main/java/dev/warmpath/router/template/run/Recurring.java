package dev.warmpath.router.template.run;

/**
 * An element of a list that comes again in later renderings, as the same object with the same members, and keeps what loops
 * printed of it. Safe for any number of threads.
 */
public interface Recurring {

    /** What it keeps. Shared: do not write to it. */
    Turn[] turns();

    /** To be kept, if that is worth its memory. */
    void remember(Turn turn);
}
