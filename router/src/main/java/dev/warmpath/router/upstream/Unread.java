package dev.warmpath.router.upstream;

import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What came of an answer while its reader paused, in order: one read of the socket at most, since none follows it. */
final class Unread {

    /** Most answers are read as they come, and a quiet stream should not hold an empty queue. */
    private @Nullable Deque<Object> messages;

    boolean isEmpty() {
        return messages == null || messages.isEmpty();
    }

    /** Keeps a message, and owns it until it is taken. */
    void add(Object message) {
        queue().addLast(message);
    }

    /** Puts one in front of all. */
    void putBack(Object message) {
        queue().addFirst(message);
    }

    private Deque<Object> queue() {
        if (messages == null) {
            messages = new ArrayDeque<>();
        }
        return messages;
    }

    /** The next one, the taker's from here on, or null. */
    @Nullable
    Object take() {
        return messages == null ? null : messages.poll();
    }

    /** Nobody will read it. */
    void release() {
        if (messages != null) {
            messages.forEach(ReferenceCountUtil::release);
            messages = null;
        }
    }
}
