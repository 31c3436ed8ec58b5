package dev.warmpath.router.admission;

/** Someone who waits at the gate. */
@FunctionalInterface
public interface Waiter {

    /**
     * The waiter's turn has come, and it holds a place from now on. Called once at most, outside the gate's lock, on the
     * thread of whoever gave the place up; must not throw.
     */
    void admitted();
}
