package dev.warmpath.it.sim.hash;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.scorer.hash.BlockHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens of one running request, which grow as it generates, and the identities of its full blocks, computed on
 * first use. Belongs to one engine thread.
 */
public final class TokenChain {

    private final HashScheme scheme;
    private final CacheNamespace namespace;
    private final int blockSize;
    private final List<MediaSpan> media;
    private final List<BlockContent> blocks = new ArrayList<>();
    private int[] tokens;
    private int length;

    public TokenChain(HashScheme scheme, CacheNamespace namespace, int blockSize, int[] prompt) {
        this(scheme, namespace, blockSize, prompt, List.of());
    }

    /** @param media images and the like of the prompt */
    public TokenChain(HashScheme scheme, CacheNamespace namespace, int blockSize, int[] prompt, List<MediaSpan> media) {
        this.media = scheme.mediaInTokens() ? List.of() : List.copyOf(media);
        this.scheme = scheme;
        this.namespace = namespace;
        this.blockSize = blockSize;
        this.tokens = prompt.clone();
        this.length = prompt.length;
    }

    public int length() {
        return length;
    }

    public int blockSize() {
        return blockSize;
    }

    public int fullBlocks() {
        return length / blockSize;
    }

    public void append(int token) {
        if (length == tokens.length) {
            tokens = Arrays.copyOf(tokens, Math.max(16, length * 2));
        }
        tokens[length++] = token;
    }

    /** The full block with this number. */
    public BlockContent block(int index) {
        if (index >= fullBlocks()) {
            throw new IndexOutOfBoundsException("block " + index + " of " + fullBlocks() + " full blocks");
        }
        while (blocks.size() <= index) {
            int from = blocks.size() * blockSize;
            BlockContent before = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
            int[] content = Arrays.copyOfRange(tokens, from, from + blockSize);
            List<MediaSpan.InBlock> touching = MediaSpan.in(media, from, from + blockSize);
            Digest parent = before == null ? null : before.digest();
            long own = BlockHash.next(
                    before == null ? BlockHash.root(namespace) : before.own(),
                    tokens,
                    from,
                    blockSize,
                    MediaSpan.digest(touching));
            blocks.add(new BlockContent(
                    scheme.hash(parent, content, namespace, touching), parent, own, content, namespace, touching));
        }
        return blocks.get(index);
    }
}
