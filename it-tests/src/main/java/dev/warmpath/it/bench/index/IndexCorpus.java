package dev.warmpath.it.bench.index;

import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TracePrompt;
import dev.warmpath.it.bench.trace.TraceRequest;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A trace as the index meets it: the prompts that are looked up, and the events of ranks that serve them. Requests are dealt
 * out to the ranks at random; each rank has a cache with the least recently used blocks leaving first, and announces what
 * enters and leaves it in batches of at most {@value #STEP_BLOCKS} stored blocks, which is what an engine computes in one
 * step. At the end all blocks leave, so that the events can be told again from the beginning.
 *
 * <p>After the recipe of Dynamo's index benchmark, with blocks of 16 tokens: engines' default, and eight times as many
 * blocks as with its 128.
 */
public final class IndexCorpus {

    /** Tokens per block. */
    static final int BLOCK_SIZE = 16;

    /** 8192 tokens: what vLLM and SGLang prefill in one step, unless told otherwise. */
    static final int STEP_BLOCKS = 512;

    /** One message of one rank. */
    record Batch(int rank, byte[] payload, int blocks) {}

    private final List<long[]> prompts = new ArrayList<>();
    private final List<Batch> batches = new ArrayList<>();
    private final CorpusSize size;

    private IndexCorpus(CorpusSize size) {
        this.size = size;
    }

    /** Runs a trace through the caches. The same seed gives the same corpus. */
    static IndexCorpus of(Trace trace, CorpusSize size, long seed) {
        IndexCorpus corpus = new IndexCorpus(size);
        RankCache[] caches = new RankCache[size.ranks()];
        for (int rank = 0; rank < caches.length; rank++) {
            caches[rank] = new RankCache(size.blocksPerRank());
        }
        Random random = new Random(seed);
        Trace scaled = trace.first(size.requests() / size.copies())
                .stretched(size.lengthFactor())
                .duplicated(size.copies());
        for (TraceRequest request : scaled.requests()) {
            int rank = random.nextInt(caches.length);
            corpus.serve(request, rank, caches[rank]);
        }
        for (int rank = 0; rank < caches.length; rank++) {
            corpus.remove(rank, caches[rank].drain());
        }
        return corpus;
    }

    private void serve(TraceRequest request, int rank, RankCache cache) {
        int[] tokens = TracePrompt.tokens(request);
        long[] chain = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                .chain(BLOCK_SIZE);
        prompts.add(chain);
        int fits = Math.min(chain.length, size.blocksPerRank());
        int held = cache.match(chain, fits);
        for (int from = held; from < fits; from += STEP_BLOCKS) {
            int to = Math.min(fits, from + STEP_BLOCKS);
            long[] removed = cache.use(chain, to);
            byte[] payload = EventBytes.batch(chain, from, to, tokens, BLOCK_SIZE, removed);
            batches.add(new Batch(rank, payload, to - from + removed.length));
        }
        if (held == fits) {
            cache.use(chain, fits);
        }
    }

    private void remove(int rank, long[] blocks) {
        for (int from = 0; from < blocks.length; from += STEP_BLOCKS) {
            int to = Math.min(blocks.length, from + STEP_BLOCKS);
            long[] removed = Arrays.copyOfRange(blocks, from, to);
            batches.add(
                    new Batch(rank, EventBytes.batch(blocks, 0, 0, new int[0], BLOCK_SIZE, removed), removed.length));
        }
    }

    CorpusSize size() {
        return size;
    }

    /** The hashes of each request's prompt, in order of arrival. */
    List<long[]> prompts() {
        return prompts;
    }

    /** What the ranks announce, in order. */
    List<Batch> batches() {
        return batches;
    }

    /** Blocks per prompt, on average. */
    double blocksPerPrompt() {
        return prompts.stream().mapToInt(prompt -> prompt.length).average().orElse(0);
    }

    /** Blocks stored or removed per batch, on average. */
    double blocksPerBatch() {
        return batches.stream().mapToInt(Batch::blocks).average().orElse(0);
    }
}
