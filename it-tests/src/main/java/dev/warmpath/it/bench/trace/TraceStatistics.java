package dev.warmpath.it.bench.trace;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What routing can tell of a trace.
 *
 * @param requests how many
 * @param requestsPerSecond over the time of the trace
 * @param inputTokensMean of prompts
 * @param outputTokensMean of answers
 * @param reuse share of all prompt blocks that a cache without limits would have held when their request came
 * @param openings share of the requests that continue no earlier one, see {@link Ancestry}
 * @param batch requests per moment at which any arrive
 */
public record TraceStatistics(
        int requests,
        double requestsPerSecond,
        double inputTokensMean,
        double outputTokensMean,
        double reuse,
        double openings,
        double batch) {

    private static final double MILLIS_PER_SECOND = 1000;

    public static TraceStatistics of(Trace trace) {
        List<TraceRequest> requests = trace.requests();
        Ancestry ancestry = Ancestry.of(trace);
        Set<Long> moments = new HashSet<>();
        long input = 0;
        long output = 0;
        long blocks = 0;
        long reused = 0;
        int openings = 0;
        for (int i = 0; i < requests.size(); i++) {
            TraceRequest request = requests.get(i);
            moments.add(request.arrivalMillis());
            input += request.inputTokens();
            output += request.outputTokens();
            blocks += request.blocks().length;
            reused += ancestry.matched(i);
            openings += ancestry.parent(i) == Ancestry.NONE ? 1 : 0;
        }
        double count = requests.size();
        return new TraceStatistics(
                requests.size(),
                count * MILLIS_PER_SECOND / Math.max(1, trace.millis()),
                input / count,
                output / count,
                (double) reused / blocks,
                openings / count,
                count / moments.size());
    }
}
