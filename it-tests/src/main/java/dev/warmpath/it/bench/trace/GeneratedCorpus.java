package dev.warmpath.it.bench.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests like those of a recorded trace: conversations open at random moments, and each turn decides by the
 * trace's own shares and lengths whether, when and how it is continued. The same seed makes the same requests. Where the
 * trace's clock is coarse, so is that of what is made.
 *
 * <p>A trace is a window on a service that ran before: its first requests continue conversations that it does not show.
 * So what is made begins as much earlier as the trace is long, and that part is thrown away.
 */
public final class GeneratedCorpus {

    /** Says of a name that nobody sent these requests. */
    private static final String PREFIX = "generated-";

    private static final double MILLIS_PER_SECOND = 1000;

    /** From so many requests per moment on, a trace's clock is taken to be coarse. */
    private static final double COARSE_BATCH = 1.5;

    /** A turn that is to come. */
    private record Turn(
            double atMillis, int depth, @Nullable TraceRequest before) {}

    private final CorpusShape shape;
    private final Random random;
    private final double openingGapMillis;
    private final double traceMillis;
    private final double tickMillis;
    private int blocks;

    private GeneratedCorpus(CorpusShape shape, long seed) {
        TraceStatistics like = shape.statistics();
        double gap = MILLIS_PER_SECOND / like.requestsPerSecond();
        this.shape = shape;
        this.random = new Random(seed);
        this.openingGapMillis = gap * shape.requestsPerConversation();
        this.traceMillis = gap * like.requests();
        this.tickMillis = like.batch() >= COARSE_BATCH ? gap * like.batch() : 1;
        this.blocks = shape.universalFirstBlock() ? 1 : 0;
    }

    /** A corpus for each trace whose shape is known, of as many requests as it. */
    public static List<Trace> all(long seed) {
        List<Trace> corpora = new ArrayList<>();
        for (CorpusShape shape : CorpusShape.all()) {
            corpora.add(like(shape, shape.statistics().requests(), seed));
        }
        return corpora;
    }

    /**
     * A corpus of so many requests.
     *
     * @param name {@code conversation} or {@code synthetic}
     */
    public static Trace of(String name, int requests, long seed) {
        return like(CorpusShape.recorded(name), requests, seed);
    }

    static Trace like(CorpusShape shape, int requests, long seed) {
        return new GeneratedCorpus(shape, seed).make(requests);
    }

    private Trace make(int count) {
        PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.comparingDouble(Turn::atMillis));
        List<TraceRequest> requests = new ArrayList<>(count);
        double opening = 0;
        while (requests.size() < count) {
            Turn next = turns.peek();
            Turn turn;
            if (next != null && next.atMillis <= opening) {
                turn = turns.remove();
            } else {
                turn = new Turn(opening, 0, null);
                opening += -openingGapMillis * Math.log(1 - random.nextDouble());
            }
            boolean followed = random.nextDouble() < shape.continuing(turn.depth);
            TraceRequest request = request(turn, followed);
            if (turn.atMillis >= traceMillis) {
                requests.add(request);
            }
            if (followed) {
                turns.add(new Turn(turn.atMillis + shape.thinkMillis().draw(random), turn.depth + 1, request));
            }
        }
        return new Trace(PREFIX + shape.name(), requests);
    }

    private TraceRequest request(Turn turn, boolean followed) {
        TraceRequest before = turn.before;
        int tokens;
        int kept;
        if (before == null) {
            kept = 0;
            tokens = (followed ? shape.continuedTokens() : shape.openingTokens()).draw(random);
        } else if (random.nextDouble() < shape.branching()) {
            kept = before.blocks().length * shape.keptPermille().draw(random) / CorpusShape.PERMILLE;
            tokens = kept * TraceRequest.BLOCK_TOKENS + shape.branchTokens().draw(random);
        } else {
            kept = before.inputTokens() / TraceRequest.BLOCK_TOKENS;
            tokens = before.inputTokens() + shape.addedTokens().draw(random);
        }
        tokens = Math.max(tokens, Math.max(1, kept * TraceRequest.BLOCK_TOKENS));
        int[] ids = before == null
                ? new int[TraceRequest.blocksFor(tokens)]
                : Arrays.copyOf(before.blocks(), TraceRequest.blocksFor(tokens));
        int fresh = Math.max(kept, shape.universalFirstBlock() ? 1 : 0);
        for (int i = fresh; i < ids.length; i++) {
            ids[i] = blocks++;
        }
        int output = Math.max(1, shape.outputTokens().draw(random));
        double arrival = Math.max(0, turn.atMillis - traceMillis);
        return new TraceRequest((long) (Math.floor(arrival / tickMillis) * tickMillis), tokens, output, ids);
    }
}
