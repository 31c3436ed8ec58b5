package dev.warmpath.events.zmq;

import java.util.Arrays;
import org.zeromq.ZMQ;

/**
 * One message, frame by frame. Frames beyond the fourth are read and let go, so that the next message starts where it
 * should.
 *
 * <p>Published: {@code topic, sequence, payload}. Replayed (seen by a DEALER): {@code "", sequence, payload} up to vLLM
 * 0.25 and in SGLang, {@code "", topic, sequence, payload} since vLLM 0.26; the end is a sequence of eight 0xFF bytes.
 * Sequence numbers are 8 bytes, big-endian.
 */
final class Frames {

    /** Not a sequence number. */
    static final long MALFORMED = -2;
    /** The sequence frame that ends a replay: all bits set. */
    static final long END = -1;

    private static final int KEPT = 4;
    private static final int MOST_TOPIC_TEXT = 64;
    private static final byte[] NOTHING = {};

    private final byte[][] frames = new byte[KEPT][];
    private int count;
    private long bytes;

    Frames() {
        Arrays.fill(frames, NOTHING);
    }

    /** Reads the next message; false if there is none. */
    boolean read(ZMQ.Socket socket) {
        byte[] frame = socket.recv(ZMQ.DONTWAIT);
        count = 0;
        bytes = 0;
        while (frame != null) {
            if (count < KEPT) {
                frames[count] = frame;
            }
            count++;
            bytes += frame.length;
            frame = socket.hasReceiveMore() ? socket.recv(ZMQ.DONTWAIT) : null;
        }
        return count > 0;
    }

    long bytes() {
        return bytes;
    }

    /** Number of a published batch, or {@link #MALFORMED}. */
    long publishedSequence() {
        return count == 3 ? positive(sequence(frames[1])) : MALFORMED;
    }

    /** Whether a published batch has this topic, or one that begins so. */
    boolean publishedUnder(byte[] topic) {
        byte[] frame = frames[0];
        return frame.length >= topic.length && Arrays.equals(frame, 0, topic.length, topic, 0, topic.length);
    }

    /** The topic of a published batch for people: cut short, and without anything that is not plain text. */
    String topicText() {
        byte[] frame = frames[0];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(frame.length, MOST_TOPIC_TEXT); i++) {
            text.append(frame[i] >= ' ' && frame[i] < 0x7F ? (char) frame[i] : '?');
        }
        return text.toString();
    }

    /** Number of a replayed batch, {@link #END}, or {@link #MALFORMED}. */
    long replayedSequence() {
        if (count != 3 && count != 4) {
            return MALFORMED;
        }
        long sequence = sequence(frames[count - 2]);
        return sequence == END ? END : positive(sequence);
    }

    /** The last frame of a well-formed message. */
    byte[] payload() {
        return frames[Math.min(count, KEPT) - 1];
    }

    /** Lets the payload go. */
    void release() {
        Arrays.fill(frames, NOTHING);
    }

    static byte[] encode(long sequence) {
        byte[] frame = new byte[Long.BYTES];
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (byte) (sequence >>> (Long.SIZE - Byte.SIZE * (i + 1)));
        }
        return frame;
    }

    private static long sequence(byte[] frame) {
        if (frame.length != Long.BYTES) {
            return MALFORMED;
        }
        long sequence = 0;
        for (byte b : frame) {
            sequence = sequence << Byte.SIZE | (b & 0xFF);
        }
        return sequence;
    }

    /** No publisher gets as far as 2^63 - 1; a frame that says so is not a number, and would overflow the arithmetic. */
    private static long positive(long sequence) {
        return sequence < 0 || sequence == Long.MAX_VALUE ? MALFORMED : sequence;
    }
}
