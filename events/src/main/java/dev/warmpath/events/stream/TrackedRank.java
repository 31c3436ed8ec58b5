package dev.warmpath.events.stream;

/** What {@link SequenceTracker} decides for one rank and its stream carries out. */
interface TrackedRank {

    /** What applying a batch did to the view. */
    enum Effect {
        /** Everything in it was applied, or does not matter to the view. */
        INTACT,
        /** The rank now holds nothing but what the batch says after its clear: doubts end. */
        CLEARED,
        /** It could not be read in full, and what could not may have been a removal. */
        UNREADABLE,
        /** The view refused part of it. */
        REFUSED
    }

    /** Applies a batch; says what that did to the view. */
    Effect apply(long sequence, byte[] payload);

    /** Forgets the view. */
    void drop();

    /** Asks for a replay from a number on; what an earlier ask still brings is no longer wanted. */
    void ask(long from);

    /** No replay is wanted any more. */
    void stopAsking();

    /**
     * What became of the view that {@link SequenceTracker#resume} began with. After a restart it was dropped before; one
     * with a gap is to be forgotten now.
     */
    void resumed(Resumption outcome);
}
