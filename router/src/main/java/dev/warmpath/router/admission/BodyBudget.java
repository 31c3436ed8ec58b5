package dev.warmpath.router.admission;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that request bodies may take or have announced at one time, over all requests. Safe to use from any thread. */
public final class BodyBudget {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    /**
     * Its part of the heap that bodies may take as they came. A body is also held as text, as tokens and once for each
     * leg, about eight times in all while it is worked on; one of 60 MiB ends a process of 512 MiB.
     */
    private static final int PART_OF_HEAP = 16;

    /**
     * A budget that the heap has room for.
     *
     * @param mostBytes of all bodies together, if the heap is large enough
     * @param heapBytes that there are at most
     */
    public static BodyBudget within(long mostBytes, long heapBytes) {
        return new BodyBudget(Math.min(mostBytes, heapBytes / PART_OF_HEAP));
    }

    /** @param mostBytes of all bodies together */
    public BodyBudget(long mostBytes) {
        this.most = mostBytes;
    }

    /** What one request's body takes of the budget. Belongs to its request's event loop. */
    public final class Share {

        private long bytes;
        private boolean released;

        private Share() {}

        /**
         * Takes more, all of it or nothing.
         *
         * @return false when there is not so much left, or the share has been given back
         */
        public boolean take(long more) {
            if (released || !hold(more)) {
                return false;
            }
            bytes += more;
            return true;
        }

        /** Whose part it is. */
        public BodyBudget budget() {
            return BodyBudget.this;
        }

        /** Gives all of it back, for good. Only the first call counts. */
        public void release() {
            released = true;
            held.addAndGet(-bytes);
            bytes = 0;
        }
    }

    /** Never holds too much, not even for a moment: else one that fits would be refused because one that does not tried. */
    private boolean hold(long more) {
        long before = held.get();
        while (more <= most - before) {
            if (held.compareAndSet(before, before + more)) {
                return true;
            }
            before = held.get();
        }
        return false;
    }

    /** An empty share. */
    public Share open() {
        return new Share();
    }

    /** Bytes that may be taken. */
    public long most() {
        return most;
    }

    /** Bytes that are taken now. */
    public long held() {
        return held.get();
    }
}
