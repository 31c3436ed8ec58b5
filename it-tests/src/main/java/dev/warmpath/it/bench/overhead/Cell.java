package dev.warmpath.it.bench.overhead;

/**
 * What one subject did under one load, once.
 *
 * @param mean of the times from request to whole answer, in microseconds
 * @param p50 of them
 * @param p99 of them
 * @param perSecond requests
 * @param failed requests that were not answered 200
 * @param cpuSeconds of the subject's processes per 1000 requests; 0 where it has none
 * @param peakBytes of memory that the subject's processes have held resident
 * @param hotSpot how many times its fair share the busiest worker of a role has got
 * @param overlap share of the prompts' blocks that the chosen targets held by the router's account; 0 where it keeps none
 */
record Cell(
        double mean,
        double p50,
        double p99,
        double perSecond,
        int failed,
        double cpuSeconds,
        long peakBytes,
        double hotSpot,
        double overlap) {}
