package dev.warmpath.router.upstream;

/** Waits for a connection, and is told of one or of none, once. */
public interface ConnectionWaiter {

    /** Here is one. It is the waiter's to send over, or to {@linkplain WorkerConnection#giveBack give back} unused. */
    void connected(WorkerConnection connection);

    /** There is none: {@link PoolFull}, or what the connection failed of. */
    void refused(Throwable cause);
}
