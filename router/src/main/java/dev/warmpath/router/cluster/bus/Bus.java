package dev.warmpath.router.cluster.bus;

import dev.warmpath.router.cluster.wire.Refused;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** A way to every other member, for as long as the router is one. Any thread. */
public interface Bus {

    /** What comes over it; called from any thread, must not block. */
    interface Listener {

        /** A message of some member, itself included. */
        void heard(Buffer message);

        /**
         * A connection was not let in.
         *
         * @param from the other side's address
         */
        void refused(Refused reason, String from);

        /** A member is gone, or out of reach. */
        void left(String member);
    }

    /** Joins, or says why it cannot; may take seconds. */
    @FunctionalInterface
    interface Joining {
        Future<Bus> join(Listener listener);
    }

    /** This member's id; what {@link Listener#left} names on the others. */
    String self();

    /** Says something to all members that are there now. What cannot be delivered is lost. */
    void say(Buffer message);

    /** Members that are there, itself counted in. */
    int members();

    /** Whether it still is the member that joined: not cut off, and not taken in by another half of a cluster that was parted. */
    boolean working();

    /** Leaves; the others are told at once. */
    Future<Void> leave();
}
