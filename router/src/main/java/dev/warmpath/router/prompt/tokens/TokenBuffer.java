package dev.warmpath.router.prompt.tokens;

import java.util.Arrays;

/** The pieces of a text one behind the other; their ids are copied once, when all are there. */
final class TokenBuffer {

    private Piece[] pieces = new Piece[64];
    private int count;
    private int size;

    void add(Piece piece) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
        }
        pieces[count++] = piece;
        size += piece.ids().length;
    }

    /** The same between the special tokens of a plain prompt. */
    TokenBuffer between(SpecialFrame frame) {
        TokenBuffer framed = new TokenBuffer();
        framed.add(new Piece(frame.before()));
        for (int i = 0; i < count; i++) {
            framed.add(pieces[i]);
        }
        framed.add(new Piece(frame.after()));
        return framed;
    }

    int count() {
        return count;
    }

    Piece get(int index) {
        return pieces[index];
    }

    int[] toArray() {
        int[] ids = new int[size];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int[] piece = pieces[i].ids();
            System.arraycopy(piece, 0, ids, at, piece.length);
            at += piece.length;
        }
        return ids;
    }
}
