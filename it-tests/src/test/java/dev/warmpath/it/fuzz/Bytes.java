package dev.warmpath.it.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages bytes: flips, other values, pieces lost, doubled or taken from elsewhere, a cut. */
final class Bytes {

    private static final int LONGEST_PIECE = 24;

    private final Random random;
    private final List<byte[]> pieces;

    /** @param pieces what is put in now and then, because it means something to a parser of these bytes */
    Bytes(Random random, List<byte[]> pieces) {
        this.random = random;
        this.pieces = List.copyOf(pieces);
    }

    /** A copy with one to four damages. */
    byte[] damaged(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int left = 1 + random.nextInt(4); left > 0 && bytes.length > 0; left--) {
            bytes = damage(bytes, random.nextInt(bytes.length));
        }
        return bytes;
    }

    private byte[] damage(byte[] bytes, int at) {
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> {
                return spliced(bytes, at, 0, piece(bytes));
            }
            case 3 -> {
                return spliced(bytes, at, length(bytes.length - at), new byte[0]);
            }
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            default -> {
                return spliced(bytes, at, length(bytes.length - at), pieces.get(random.nextInt(pieces.size())));
            }
        }
        return bytes;
    }

    private byte[] piece(byte[] from) {
        int start = random.nextInt(from.length);
        return Arrays.copyOfRange(from, start, start + length(from.length - start));
    }

    private int length(int most) {
        return random.nextInt(Math.min(most, LONGEST_PIECE) + 1);
    }

    private static byte[] spliced(byte[] bytes, int at, int replaced, byte[] piece) {
        byte[] whole = new byte[bytes.length - replaced + piece.length];
        System.arraycopy(bytes, 0, whole, 0, at);
        System.arraycopy(piece, 0, whole, at, piece.length);
        System.arraycopy(bytes, at + replaced, whole, at + piece.length, bytes.length - at - replaced);
        return whole;
    }
}
