package dev.warmpath.it.bench.choose;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/** One number of targets and one length of prompt, one request after the other on one thread. */
final class SerialCell {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Of a cell's time, what goes to making the code and the fleet warm. */
    private static final double WARM_UP_SHARE = 0.4;

    private final int targets;
    private final PromptSet prompts;
    private final EventLoop loop;
    private double cpuMicros;
    private double allocatedBytes;

    SerialCell(int targets, PromptSet prompts, SplittableRandom random) {
        this.targets = targets;
        this.prompts = prompts;
        this.loop = new EventLoop(new ChooseFleet(targets, prompts, random));
    }

    SerialCell run(Duration length) {
        repeat((long) (length.toNanos() * WARM_UP_SHARE));
        loop.begin();
        long thread = Thread.currentThread().getId();
        long allocated = THREADS.getThreadAllocatedBytes(thread);
        long cpu = THREADS.getCurrentThreadCpuTime();
        repeat((long) (length.toNanos() * (1 - WARM_UP_SHARE)));
        long requests = loop.taken.count();
        cpuMicros = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / requests;
        allocatedBytes = (double) (THREADS.getThreadAllocatedBytes(thread) - allocated) / requests;
        return this;
    }

    private void repeat(long nanos) {
        long end = System.nanoTime() + nanos;
        do {
            loop.step();
        } while (System.nanoTime() < end);
    }

    String[] row() {
        return new String[] {
            targets + "",
            prompts.tokens() + "",
            format("%.1f", loop.taken.micros(0.5)),
            format("%.1f", loop.taken.micros(0.99)),
            format("%.1f", cpuMicros),
            format("%.0f", allocatedBytes),
            format("%.0f %%", 100 * loop.hitShare()),
            loop.taken.count() + ""
        };
    }

    void write(ObjectNode json) {
        json.put("targets", targets)
                .put("tokens", prompts.tokens())
                .put("chooseMicrosP50", loop.taken.micros(0.5))
                .put("chooseMicrosP99", loop.taken.micros(0.99))
                .put("requestCpuMicros", cpuMicros)
                .put("requestAllocBytes", allocatedBytes)
                .put("hitShare", loop.hitShare())
                .put("requests", loop.taken.count());
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
