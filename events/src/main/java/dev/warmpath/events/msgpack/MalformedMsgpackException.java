package dev.warmpath.events.msgpack;

/** The bytes are not MessagePack, end inside a value, or claim more elements than there are bytes. Has no stack trace. */
public final class MalformedMsgpackException extends Exception {

    MalformedMsgpackException() {
        super("not MessagePack, or cut short", null, false, false);
    }
}
