package dev.warmpath.router.prompt.tokens;

import dev.warmpath.scorer.hash.BlockHash;
import dev.warmpath.scorer.hash.ChainSource;
import java.util.Arrays;

/**
 * A text's token ids, and the pieces that they came from, which remember the block hashes of earlier prompts: the chain of
 * a conversation's next turn is copied up to where it is new.
 *
 * <p>Nothing is looked up by a hash, and so nothing can be mistaken. A piece of the cache remembers what it stood behind
 * by identity ({@link Stretch}); that the piece before is the very object, with the very memory, is the proof that all
 * before it is the same. Pieces that were evicted and came back have forgotten, and what follows them is hashed again.
 */
public final class EncodedText implements ChainSource {

    /** With more tokens of short pieces than this in a row, copying them would cost more than hashing them. */
    private static final int LONGEST_GAP = 256;

    /** For smaller blocks, hashes would take more memory than the tokens. */
    private static final int SMALLEST_BLOCK = 8;

    private final int[] ids;
    private final TokenBuffer pieces;
    private final SegmentCache cache;

    EncodedText(TokenBuffer pieces, SegmentCache cache) {
        this.ids = pieces.toArray();
        this.pieces = pieces;
        this.cache = cache;
    }

    /** The token ids. Shared: do not write to them. */
    public int[] ids() {
        return ids;
    }

    @Override
    public void chain(long root, int blockSize, long[] chain) {
        if (blockSize < SMALLEST_BLOCK || chain.length != ids.length / blockSize) {
            BlockHash.chain(root, ids, blockSize, chain, 0, chain.length);
            return;
        }
        Object before = new Stretch.Beginning(root, blockSize);
        int hashed = 0;
        int gap = 0;
        int at = 0;
        for (int i = 0; i < pieces.count(); i++) {
            Piece piece = pieces.get(i);
            int start = at;
            at += piece.ids().length;
            if (piece.remembers()) {
                Stretch stretch = piece.find(before, ids, gap, start);
                if (stretch == null) {
                    int end = at / blockSize;
                    BlockHash.chain(root, ids, blockSize, chain, hashed, end);
                    stretch = new Stretch(
                            before,
                            Arrays.copyOfRange(ids, gap, start),
                            Arrays.copyOfRange(chain, hashed, end),
                            new Object());
                    remember(piece, stretch);
                } else {
                    System.arraycopy(stretch.hashes(), 0, chain, hashed, stretch.hashes().length);
                }
                hashed += stretch.hashes().length;
                before = stretch.mark();
                gap = at;
            }
        }
        BlockHash.chain(root, ids, blockSize, chain, hashed, chain.length);
    }

    private void remember(Piece piece, Stretch stretch) {
        if (stretch.gap().length <= LONGEST_GAP) {
            piece.remember(stretch);
            cache.keep(piece);
        }
    }
}
