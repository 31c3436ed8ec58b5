package dev.warmpath.it.bench.index;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.decode.BatchDecoder;
import dev.warmpath.events.decode.DecodedBatch;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.Matches;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An index at work: it holds many prompts of {@value #PROMPT_BLOCKS} blocks that stay, each on a few ranks, and takes a
 * corpus' events in besides.
 */
final class IndexLoad {

    static final int PROMPT_BLOCKS = 128;

    /** Ranks that hold each prompt that stays. */
    static final int HOLDERS = 8;

    private static final int MAX_HASHES = 1 << 20;

    private final PrefixIndex index;
    private final List<RankIndex> ranks = new ArrayList<>();
    private final long[][] resident;
    private final IndexCorpus corpus;

    IndexLoad(IndexCorpus corpus, int residentBlocks) {
        this.corpus = corpus;
        this.index = new PrefixIndex(unbounded(), Duration.ofSeconds(2));
        for (int rank = 0; rank < corpus.size().ranks(); rank++) {
            ranks.add(index.addRank(new Target("http://10.0.0.1:30000", rank), IndexCorpus.BLOCK_SIZE));
        }
        this.resident = new long[Math.max(1, residentBlocks / PROMPT_BLOCKS)][];
        for (int prompt = 0; prompt < resident.length; prompt++) {
            resident[prompt] = keep(prompt);
        }
    }

    static IndexSettings unbounded() {
        IndexSettings defaults = IndexSettings.defaults();
        return new IndexSettings(
                1 << 28,
                1L << 40,
                defaults.maxOrphansPerRank(),
                defaults.maxExpectedBlocks(),
                defaults.maxLearnedPerRank(),
                defaults.learnedTtl());
    }

    private long[] keep(int prompt) {
        int[] tokens = new int[PROMPT_BLOCKS * IndexCorpus.BLOCK_SIZE];
        tokens[0] = -1 - prompt;
        long[] chain = HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN)
                .chain(IndexCorpus.BLOCK_SIZE);
        long[] engine = new long[chain.length];
        for (int i = 0; i < chain.length; i++) {
            engine[i] = EventBytes.engineHash(chain[i]);
        }
        BlockStored stored = new BlockStored(
                engine, false, 0, tokens, IndexCorpus.BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null);
        for (int holder = 0; holder < HOLDERS; holder++) {
            ranks.get(holder(prompt, holder)).apply(stored);
        }
        return chain;
    }

    private int holder(int prompt, int number) {
        return (prompt * 31 + number * 7) % ranks.size();
    }

    PrefixIndex index() {
        return index;
    }

    IndexCorpus corpus() {
        return corpus;
    }

    List<RankIndex> ranks() {
        return ranks;
    }

    /** Prompts that stay. */
    int residents() {
        return resident.length;
    }

    /** The hashes of a prompt that stays. */
    long[] resident(int prompt) {
        return resident[prompt];
    }

    /** Whether a look-up of a prompt that stays said so of one that holds it. */
    boolean isWhole(int prompt, Matches matches) {
        return matches.blocks(ranks.get(holder(prompt, 0)).slot()) == PROMPT_BLOCKS;
    }

    /** Blocks that a look-up had to look at: those of the longest match, and the one that ended it. */
    static int walked(Matches matches, int slots, int length) {
        int longest = 0;
        for (int slot = 0; slot < slots; slot++) {
            longest = Math.max(longest, matches.blocks(slot));
        }
        return Math.min(length, longest + 1);
    }

    /** The thread that takes the corpus' batches in, one after the other, over and over. */
    static final class Writer {

        private final IndexLoad load;
        private final BatchDecoder decoder = new BatchDecoder(MAX_HASHES);
        private int next;

        Writer(IndexLoad load) {
            this.load = load;
        }

        /** Takes the next batch in, from its bytes until readers see it, and returns how many blocks it was. */
        int turn() {
            List<IndexCorpus.Batch> batches = load.corpus.batches();
            IndexCorpus.Batch batch = batches.get(next);
            next = next + 1 == batches.size() ? 0 : next + 1;
            DecodedBatch decoded = decoder.decode(batch.payload());
            if (!decoded.rejected().isEmpty()) {
                throw new IllegalStateException("the decoder rejected a batch: " + decoded.rejected());
            }
            RankIndex rank = load.ranks.get(batch.rank());
            List<KvEvent> events = decoded.events();
            for (int i = 0; i < events.size(); i++) {
                rank.apply(events.get(i));
            }
            return batch.blocks();
        }

        /** Number of the batch that comes next. */
        int next() {
            return next;
        }
    }
}
