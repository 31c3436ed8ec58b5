package dev.warmpath.router.prompt.tokens;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Memory that the native library takes while it tokenizes. It lies outside of the heap and nothing of the Java runtime bounds
 * it: the library keeps, for each word, a copy of it with the place in the original of every byte, and gives all of that back
 * only with the answer. Four prompts of 4 MiB at once are a gigabyte.
 *
 * <p>So a text is weighed before it is handed over, by the worst that was measured, and waits until those before it have left
 * room. What would never fit is refused. Peak of the process beyond what it had, with the library of DJL 0.36, glibc 2.36 and
 * the demo's tokenizer (byte-level BPE with words of letters, single digits and bytes):
 *
 * <table>
 * <caption>Bytes for each byte of a text in UTF-8</caption>
 * <tr><td>English words, 4 MiB</td><td>117</td></tr>
 * <tr><td>one word of three letters again and again, 4 MiB</td><td>154, 1 MiB: 178</td></tr>
 * <tr><td>random letters in random words, 4 MiB</td><td>196, 1 MiB: 286</td></tr>
 * <tr><td>ideographs that the vocabulary does not have, 12 MiB</td><td>166</td></tr>
 * <tr><td>digits, 4 MiB</td><td>306</td></tr>
 * </table>
 *
 * <p>Fair: a large text is not passed for ever by small ones. What is next to nothing never waits, because event loops
 * tokenize it themselves. Safe from any thread.
 */
public final class NativeMemory {

    /** Of the native library for each byte of a text. */
    static final int BYTES_PER_BYTE = 320;

    /** Permits are so many bytes, since there are no more than two billion of them. */
    private static final int UNIT = 1 << 10;

    /** A shorter text is not weighed: 1.3 MB on each of a few threads. */
    static final int UNWEIGHED_CHARS = 4 << 10;

    /**
     * Of what the heap leaves free. The rest is for the runtime (some 120 MiB once all is compiled), sockets, and what the
     * allocator has not given back yet.
     */
    private static final int SHARE_OF_REST = 5;

    private static final long LEAST = 16L << 20;

    /** How often who waits looks whether it is still wanted. */
    private static final long LOOK_MILLIS = 100;

    private final int most;
    private final Semaphore free;
    private final LongAdder waits = new LongAdder();

    private NativeMemory(long mostBytes) {
        this.most = (int) Math.min(Integer.MAX_VALUE, Math.max(1, mostBytes / UNIT));
        this.free = new Semaphore(most, true);
    }

    /** Without a bound that a text could reach; for tools that tokenize one after the other. */
    public static NativeMemory unbounded() {
        return new NativeMemory(Long.MAX_VALUE);
    }

    /**
     * With a bound.
     *
     * @param mostBytes of all texts together; 0 for a fifth of what the machine or the container has beside the heap
     */
    public static NativeMemory of(long mostBytes) {
        return new NativeMemory(
                mostBytes > 0 ? mostBytes : beside(Runtime.getRuntime().maxMemory(), memory()));
    }

    /** Of the container, where there is one. */
    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Long.MAX_VALUE;
    }

    static long beside(long heapBytes, long memoryBytes) {
        return Math.max(LEAST, (memoryBytes - heapBytes) / SHARE_OF_REST);
    }

    /** Bytes that there are for texts. */
    public long most() {
        return (long) most * UNIT;
    }

    /** Bytes that texts take now, by their weight. */
    public long held() {
        return (long) (most - free.availablePermits()) * UNIT;
    }

    /** Texts that had to wait for others, since the start. */
    public long waits() {
        return waits.sum();
    }

    /**
     * Waits until there is room for a text.
     *
     * @param wanted asked now and then whether to go on waiting
     * @return what to {@link #give} back
     * @throws TextTooLarge it would never have room
     * @throws CancellationException nobody waits any more
     */
    int take(String text, TextWanted wanted) throws TextTooLarge {
        if (text.length() <= UNWEIGHED_CHARS) {
            return 0;
        }
        long units = Math.max(1, utf8Bytes(text) * BYTES_PER_BYTE / UNIT);
        if (units > most) {
            throw new TextTooLarge(units * UNIT, most());
        }
        try {
            if (!free.tryAcquire((int) units, 0, TimeUnit.MILLISECONDS)) {
                waits.increment();
                while (!free.tryAcquire((int) units, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    if (wanted.abandoned()) {
                        throw new CancellationException("nobody waits for these tokens any more");
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the router stops");
        }
        return (int) units;
    }

    /** Gives back what was taken. */
    void give(int units) {
        free.release(units);
    }

    static long utf8Bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A pair of surrogates is four bytes.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
