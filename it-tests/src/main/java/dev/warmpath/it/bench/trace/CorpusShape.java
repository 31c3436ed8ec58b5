package dev.warmpath.it.bench.trace;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/**
 * What a trace is like, as little as is needed to make requests like its own. Measured from a trace by
 * {@code warmpath bench trace --traces DIR}, whose last line gives the shapes that are kept here as resources.
 *
 * <p>Requests come in conversations: an opening, and turns that each continue the one before. Most turns keep the prompt
 * before them whole and add to it; some keep a part and go on otherwise (an edited history, another question on the same
 * document).
 *
 * @param name of the trace
 * @param universalFirstBlock whether most prompts begin with one and the same block
 * @param continuing for each depth of turns, the share of requests that another turn follows
 * @param branching share of the turns that keep only a part of the prompt before them
 * @param openingTokens prompt length of openings that no turn follows
 * @param continuedTokens prompt length of openings that one follows
 * @param addedTokens how much longer the prompt of a turn is that keeps all of the one before
 * @param keptPermille of the blocks of the prompt before, how many a branching turn keeps
 * @param branchTokens prompt tokens of a branching turn after what it keeps
 * @param outputTokens answer length
 * @param thinkMillis from a request to the turn that follows it
 * @param statistics what its requests come to, to hold made ones against
 */
record CorpusShape(
        String name,
        boolean universalFirstBlock,
        double[] continuing,
        double branching,
        Quantiles openingTokens,
        Quantiles continuedTokens,
        Quantiles addedTokens,
        Quantiles keptPermille,
        Quantiles branchTokens,
        Quantiles outputTokens,
        Quantiles thinkMillis,
        TraceStatistics statistics) {

    /** Traces whose shapes are kept. */
    static final List<String> RECORDED = List.of("conversation", "synthetic");

    /** Turns beyond this depth are as likely to be followed as those of this depth. */
    private static final int DEPTHS = 6;

    /** Turns that follow after the end of a trace are not seen: only what comes before this share of it is counted. */
    private static final double FOLLOWED = 0.75;

    /** Conversations have to end. */
    private static final double MOST_CONTINUING = 0.95;

    static final int PERMILLE = 1000;

    /** A shape that is kept. */
    static CorpusShape recorded(String name) {
        String resource = name + ".shape.json";
        try (InputStream in = CorpusShape.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + resource);
            }
            return new ObjectMapper().readValue(in, CorpusShape.class);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    static CorpusShape of(Trace trace) {
        List<TraceRequest> requests = trace.requests();
        Ancestry ancestry = Ancestry.of(trace);
        int[] depths = new int[requests.size()];
        boolean[] continued = new boolean[requests.size()];
        IntArrayList added = new IntArrayList();
        IntArrayList kept = new IntArrayList();
        IntArrayList branchTokens = new IntArrayList();
        IntArrayList think = new IntArrayList();
        IntArrayList output = new IntArrayList();
        for (int i = 0; i < depths.length; i++) {
            TraceRequest request = requests.get(i);
            output.add(request.outputTokens());
            int parent = ancestry.parent(i);
            if (parent == Ancestry.NONE) {
                continue;
            }
            TraceRequest before = requests.get(parent);
            depths[i] = depths[parent] + 1;
            continued[parent] = true;
            think.add((int) (request.arrivalMillis() - before.arrivalMillis()));
            int match = ancestry.matched(i);
            if (match >= before.blocks().length - 1) {
                added.add(request.inputTokens() - before.inputTokens());
            } else {
                kept.add(PERMILLE * match / before.blocks().length);
                branchTokens.add(Math.max(0, request.inputTokens() - match * TraceRequest.BLOCK_TOKENS));
            }
        }
        IntArrayList opening = new IntArrayList();
        IntArrayList opened = new IntArrayList();
        for (int i = 0; i < depths.length; i++) {
            if (depths[i] == 0) {
                (continued[i] ? opened : opening).add(requests.get(i).inputTokens());
            }
        }
        return new CorpusShape(
                trace.name(),
                ancestry.universalFirstBlock(),
                continuing(trace, depths, continued),
                (double) kept.size() / Math.max(1, kept.size() + added.size()),
                Quantiles.of(opening.toIntArray()),
                Quantiles.of(opened.toIntArray()),
                Quantiles.of(added.toIntArray()),
                Quantiles.of(kept.toIntArray()),
                Quantiles.of(branchTokens.toIntArray()),
                Quantiles.of(output.toIntArray()),
                Quantiles.of(think.toIntArray()),
                TraceStatistics.of(trace));
    }

    private static double[] continuing(Trace trace, int[] depths, boolean[] continued) {
        List<TraceRequest> requests = trace.requests();
        double until = requests.get(0).arrivalMillis() + FOLLOWED * trace.millis();
        int[] seen = new int[DEPTHS];
        int[] followed = new int[DEPTHS];
        for (int i = 0; i < depths.length && requests.get(i).arrivalMillis() <= until; i++) {
            int depth = Math.min(depths[i], DEPTHS - 1);
            seen[depth]++;
            followed[depth] += continued[i] ? 1 : 0;
        }
        double[] shares = new double[DEPTHS];
        for (int depth = 0; depth < DEPTHS; depth++) {
            shares[depth] = Math.min(MOST_CONTINUING, (double) followed[depth] / Math.max(1, seen[depth]));
        }
        return shares;
    }

    /** The share of requests of this depth that another turn follows. */
    double continuing(int depth) {
        return continuing[Math.min(depth, continuing.length - 1)];
    }

    /** Requests per conversation, on the average. */
    double requestsPerConversation() {
        double deepest = continuing[continuing.length - 1];
        double requests = 1 / (1 - deepest);
        for (int depth = continuing.length - 2; depth >= 0; depth--) {
            requests = 1 + continuing[depth] * requests;
        }
        return requests;
    }

    /** All shapes that are kept. */
    static List<CorpusShape> all() {
        List<CorpusShape> shapes = new ArrayList<>();
        for (String name : RECORDED) {
            shapes.add(recorded(name));
        }
        return shapes;
    }
}
