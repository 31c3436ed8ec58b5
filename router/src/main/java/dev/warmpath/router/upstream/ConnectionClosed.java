package dev.warmpath.router.upstream;

/** A worker closed a connection that something was awaited on. No stack trace: it is data. */
final class ConnectionClosed extends Exception {

    ConnectionClosed() {
        super("connection was closed by the worker", null, false, false);
    }
}
