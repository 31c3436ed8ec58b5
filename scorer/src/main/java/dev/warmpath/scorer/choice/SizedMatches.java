package dev.warmpath.scorer.choice;

import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.Matches;
import dev.warmpath.scorer.index.PrefixIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks a prompt up once per distinct block size among the candidates, however many candidates there are. A fleet has
 * one block size, or very few, so they are searched in a row.
 */
final class SizedMatches {

    /** The chain of a prompt that has no hashes for a block size. */
    static final long[] NO_CHAIN = {};

    /** The prompt in one block size: its chain, and the index's answer for every slot. Reused between scorings. */
    static final class Sized {
        final Matches matches = new Matches();
        int blockSize;
        int blocks;
        long[] chain = NO_CHAIN;
    }

    private final PrefixIndex index;
    private final List<Sized> sizes = new ArrayList<>();
    private int used;

    SizedMatches(PrefixIndex index) {
        this.index = index;
    }

    /** The answer for a block size, looked up when it is first asked for since the last {@link #clear}. */
    Sized of(HashedPrompt prompt, int blockSize) {
        for (int i = 0; i < used; i++) {
            Sized known = sizes.get(i);
            if (known.blockSize == blockSize) {
                return known;
            }
        }
        if (used == sizes.size()) {
            sizes.add(new Sized());
        }
        Sized sized = sizes.get(used++);
        sized.blockSize = blockSize;
        sized.blocks = prompt.blocks(blockSize);
        sized.chain = prompt.chain(blockSize);
        index.match(sized.chain, sized.chain.length, sized.matches);
        return sized;
    }

    /** Most blocks that the prompt has in any size looked up; 0 when there was none. */
    int mostBlocks() {
        int most = 0;
        for (int i = 0; i < used; i++) {
            most = Math.max(most, sizes.get(i).blocks);
        }
        return most;
    }

    /** Forgets the answers, and with them the prompt. */
    void clear() {
        for (int i = 0; i < used; i++) {
            sizes.get(i).chain = NO_CHAIN;
        }
        used = 0;
    }
}
