package dev.warmpath.router.admission;

/** Someone who waits at the gate. */
public interface Waiter {

    /**
     * The waiter's turn has come, and it holds a place from now on. Called once at most, outside the gate's lock, on the
     * thread of whoever gave the place up; must not throw.
     */
    void admitted();

    /**
     * The queue is full, and the waiter had to make room for somebody who has fewer in it; its ticket is as good as left.
     * Called once at most, and instead of {@link #admitted}; outside the gate's lock, on the newcomer's thread; must not
     * throw.
     */
    void displaced(QueueFull full);
}
