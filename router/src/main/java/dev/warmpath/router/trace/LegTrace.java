package dev.warmpath.router.trace;

/** What happens to one leg. It ends once; whatever is told after that is passed over. */
public interface LegTrace {

    /** For legs of requests that nobody traces. */
    LegTrace NONE = new LegTrace() {
        @Override
        public void answered(int status) {}

        @Override
        public void failed(String reason) {}

        @Override
        public void ended() {}
    };

    /** The head of its answer came. */
    void answered(int status);

    /**
     * It did not do its part.
     *
     * @param reason from a fixed set
     */
    void failed(String reason);

    /** It is over: its answer was read to the end, or it was closed before. */
    void ended();
}
