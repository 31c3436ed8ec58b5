package dev.warmpath.router.cluster.door;

import dev.warmpath.router.cluster.wire.Refused;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * How both sides of a connection prove to know the secret, without telling it: each signs a number that the other has just
 * made up, so that what was overheard on another connection is worth nothing on this one.
 *
 * <pre>
 * who comes     "WPR1" nonce(16)
 * who is there  nonce(16) proof(32)
 * who comes     proof(32), and from here on what the connection is for
 * </pre>
 *
 * A proof is the HMAC-SHA256 of the port, the side and both nonces under the secret; the side keeps anybody from handing a
 * proof back. Not more than a message's bytes are kept, whatever is sent. It says nothing of bytes that come later: who can
 * change what is on the wire can still do so. Any thread: the two directions of a connection may have their own.
 */
public final class Handshake {

    static final int NONCE = 16;
    private static final int PROOF = 32;
    private static final byte[] MAGIC = {'W', 'P', 'R', '1'};

    /** What both sides sign for. */
    private static final String GOING = "going";

    private static final String COMING = "coming";

    private final Door door;
    private final String other;
    private final boolean going;
    private final byte[] own;
    private byte[] theirs = new byte[0];
    private ByteBuffer toSay;
    private ByteBuffer awaited;
    private State state = State.PROVING;

    private enum State {
        PROVING,
        OPEN,
        SHUT
    }

    Handshake(Door door, String other, boolean going) {
        this.door = door;
        this.other = other;
        this.going = going;
        this.own = door.nonce();
        this.toSay = ByteBuffer.wrap(going ? joined(MAGIC, own) : new byte[0]);
        this.awaited = ByteBuffer.allocate(going ? NONCE + PROOF : MAGIC.length + NONCE);
    }

    /** Takes of these bytes what belongs to the handshake, and leaves the rest. */
    public synchronized void take(ByteBuffer bytes) {
        while (state == State.PROVING && bytes.hasRemaining()) {
            while (awaited.hasRemaining() && bytes.hasRemaining()) {
                awaited.put(bytes.get());
            }
            if (awaited.hasRemaining()) {
                return;
            }
            byte[] message = awaited.array();
            if (going) {
                answered(message);
            } else if (theirs.length == 0) {
                greeted(message);
            } else {
                proven(message);
            }
        }
    }

    private void greeted(byte[] message) {
        if (!Arrays.equals(message, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            refuse(Refused.STRANGER);
            return;
        }
        theirs = Arrays.copyOfRange(message, MAGIC.length, message.length);
        toSay = ByteBuffer.wrap(joined(own, door.proof(COMING, theirs, own)));
        awaited = ByteBuffer.allocate(PROOF);
    }

    private void answered(byte[] message) {
        theirs = Arrays.copyOf(message, NONCE);
        if (isProof(message, NONCE, door.proof(COMING, own, theirs))) {
            toSay = ByteBuffer.wrap(door.proof(GOING, own, theirs));
            open();
        } else {
            refuse(Refused.OTHER_SECRET);
        }
    }

    private void proven(byte[] message) {
        if (isProof(message, 0, door.proof(GOING, theirs, own))) {
            open();
        } else {
            refuse(Refused.OTHER_SECRET);
        }
    }

    private static boolean isProof(byte[] message, int from, byte[] expected) {
        return MessageDigest.isEqual(Arrays.copyOfRange(message, from, from + PROOF), expected);
    }

    private void open() {
        state = State.OPEN;
        door.left(this);
    }

    private void refuse(Refused reason) {
        state = State.SHUT;
        door.refuse(this, reason, other);
    }

    /** The connection is closed, or is to be. */
    public synchronized void shut() {
        state = State.SHUT;
        door.left(this);
    }

    /** Puts there what is to be sent, as far as there is room. */
    public synchronized void say(ByteBuffer out) {
        while (toSay.hasRemaining() && out.hasRemaining()) {
            out.put(toSay.get());
        }
    }

    /** Whether something is left to be sent. */
    public synchronized boolean speaks() {
        return toSay.hasRemaining();
    }

    /** Whether the other side knows the secret; its further bytes are what the connection is for. */
    public synchronized boolean isOpen() {
        return state == State.OPEN;
    }

    /** Whether the connection has to be closed. */
    public synchronized boolean isShut() {
        return state == State.SHUT;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
