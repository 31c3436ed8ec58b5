package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What processes hold in memory.
 *
 * @param heapBytes of live objects in the heap of the one Java process among them; -1 if there is none
 * @param residentBytes of all of them
 */
record Memory(long heapBytes, long residentBytes) {

    /** The last line of a class histogram: objects, bytes. */
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+[0-9]+\\s+([0-9]+)");

    private static final long QUIET_MILLIS = 1_000;

    /** After garbage was collected. */
    static Memory settled(Subject subject) {
        List<ProcessHandle> processes = subject.processes();
        // To ask a process that is not Java is to send it a signal that ends it.
        long heap = subject.isJava() ? liveBytes(processes.get(0).pid()) : -1;
        try {
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Memory(heap, ProcessFigures.residentBytes(processes));
    }

    private static long liveBytes(long pid) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            return -1;
        }
        try {
            Process asked = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String histogram = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher total = TOTAL.matcher(histogram);
            return total.find() ? Long.parseLong(total.group(1)) : -1;
        } catch (IOException e) {
            throw new UncheckedIOException("jcmd cannot be run", e);
        }
    }
}
