package dev.warmpath.it.bench.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Requests in the order of their arrival.
 *
 * @param name for tables and charts
 */
public record Trace(String name, List<TraceRequest> requests) {

    public Trace {
        requests = List.copyOf(requests);
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("the trace " + name + " has no request");
        }
    }

    /** Its first requests. */
    public Trace first(int count) {
        return count >= requests.size() ? this : new Trace(name, requests.subList(0, count));
    }

    /** Time from the first arrival to the last. */
    public long millis() {
        return requests.get(requests.size() - 1).arrivalMillis()
                - requests.get(0).arrivalMillis();
    }

    /** The same requests with prompts so many times as long: each block becomes that many. Answers stay as they are. */
    public Trace stretched(int factor) {
        List<TraceRequest> stretched = new ArrayList<>(requests.size());
        for (TraceRequest request : requests) {
            int tokens = Math.multiplyExact(request.inputTokens(), factor);
            int[] blocks = new int[TraceRequest.blocksFor(tokens)];
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = Math.addExact(Math.multiplyExact(request.blocks()[i / factor], factor), i % factor);
            }
            stretched.add(new TraceRequest(request.arrivalMillis(), tokens, request.outputTokens(), blocks));
        }
        return new Trace(name, stretched);
    }

    /** Each request so many times at its moment, each copy with blocks that no other copy has. */
    public Trace duplicated(int factor) {
        int distinct = 1 + highestBlock();
        List<TraceRequest> duplicated = new ArrayList<>(Math.multiplyExact(requests.size(), factor));
        for (TraceRequest request : requests) {
            for (int copy = 0; copy < factor; copy++) {
                int offset = Math.multiplyExact(copy, distinct);
                int[] blocks = request.blocks().clone();
                for (int i = 0; i < blocks.length; i++) {
                    blocks[i] = Math.addExact(blocks[i], offset);
                }
                duplicated.add(new TraceRequest(
                        request.arrivalMillis(), request.inputTokens(), request.outputTokens(), blocks));
            }
        }
        return new Trace(name, duplicated);
    }

    private int highestBlock() {
        int highest = 0;
        for (TraceRequest request : requests) {
            for (int block : request.blocks()) {
                highest = Math.max(highest, block);
            }
        }
        return highest;
    }
}
