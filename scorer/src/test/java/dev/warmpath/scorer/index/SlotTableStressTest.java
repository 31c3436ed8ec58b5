package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Readers and writers on one table at once. Every key may only ever have some of the bits (which ones is a function of
 * the key), and some bits of some keys are set once and for all: a reader that sees a bit outside the first set has seen
 * a foreign slot's, one that misses a bit of the second has lost a stable entry.
 *
 * <p>Writers go along an endless line of keys, in little room: each keeps its bit on the last few dozen, so that cells die
 * and are revived and arrays are replaced all the time. They share most keys, as stream threads share blocks.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlotTableStressTest {

    /** What is under test. */
    interface Table {
        long get(long key);

        boolean add(long key, long bit);

        boolean remove(long key, long bit);
    }

    private static final int WINDOW = 40;
    private static final int STABLE = 48;
    private static final long STABLE_BIT = 1L << 63;
    private static final int WRITERS = 2;
    private static final int READERS = 2;
    private static final int WRITES = 1_000_000;
    private static final long LONG_ENOUGH = TimeUnit.SECONDS.toNanos(60);

    private static class RealTable implements Table {
        final SlotTable table = new SlotTable();

        boolean isEmpty() {
            return table.isEmpty();
        }

        @Override
        public long get(long key) {
            return table.get(key);
        }

        @Override
        public boolean add(long key, long bit) {
            return table.add(key, bit);
        }

        @Override
        public boolean remove(long key, long bit) {
            return table.remove(key, bit);
        }
    }

    /** Reads each key as the last of a few, all looked ahead for together, and writes runs. */
    private static final class AheadTable extends RealTable {
        private static final int FEW = 12;

        private final ThreadLocal<LookAhead> ahead = ThreadLocal.withInitial(() -> new LookAhead(FEW));

        @Override
        public long get(long key) {
            long[] keys = new long[FEW];
            for (int i = 0; i < FEW; i++) {
                keys[i] = key + FEW - 1L - i;
            }
            LookAhead mine = ahead.get();
            mine.read(table, keys, 0, 1, FEW, FEW - 1);
            return mine.mask(FEW - 1);
        }

        @Override
        public boolean add(long key, long bit) {
            return table.add(new long[] {key}, 1, bit, new int[1]) == 0;
        }

        @Override
        public boolean remove(long key, long bit) {
            return table.remove(new long[] {key}, 1, bit) == 0;
        }
    }

    /** All in one shard (high bits 0), spread over its cells by the low 32 bits; never 0. */
    private static long key(long number) {
        return ((number + 1) * 0x9e3779b1L & 0xffff_ffffL) | 1;
    }

    private static long bit(long key, int writer) {
        return 1L << ((key >>> 1) % 16 + 16L * writer);
    }

    private static long legal(long key) {
        return bit(key, 0) | bit(key, 1);
    }

    /** @return what a reader saw that it must not see, or null when the writers came to their end without that */
    private static @Nullable String stress(Table table, long writesPerWriter) throws InterruptedException {
        for (int i = 0; i < STABLE; i++) {
            table.add(key(i), STABLE_BIT);
        }
        AtomicReference<@Nullable String> seen = new AtomicReference<>();
        AtomicLong writersLeft = new AtomicLong(WRITERS);
        AtomicLong front = new AtomicLong(4L * WINDOW);
        long end = System.nanoTime() + LONG_ENOUGH;
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < WRITERS; w++) {
            int writer = w;
            threads.add(new Thread(() -> {
                write(table, writer, writesPerWriter, front, seen, end);
                writersLeft.decrementAndGet();
            }));
        }
        for (int r = 0; r < READERS; r++) {
            long seed = r;
            threads.add(new Thread(() -> read(table, seed, front, seen, writersLeft)));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((at, thrown) -> seen.compareAndSet(null, "a thread failed: " + thrown));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return seen.get();
    }

    /** Each writer owns one of the two legal bits of every key, as each stream thread owns its slots. */
    private static void write(
            Table table, int writer, long writes, AtomicLong front, AtomicReference<@Nullable String> seen, long end) {
        SplittableRandom random = new SplittableRandom(writer);
        long[] window = new long[WINDOW];
        for (long i = 0; i < writes && seen.get() == null && System.nanoTime() - end < 0; i++) {
            int at = (int) (i % WINDOW);
            if (window[at] != 0) {
                table.remove(window[at], bit(window[at], writer));
            }
            window[at] = key(STABLE + front.getAndIncrement() - random.nextInt(8));
            table.add(window[at], bit(window[at], writer));
        }
        for (long key : window) {
            table.remove(key, bit(key, writer));
        }
    }

    private static void read(
            Table table, long seed, AtomicLong front, AtomicReference<@Nullable String> seen, AtomicLong writersLeft) {
        SplittableRandom random = new SplittableRandom(100 + seed);
        while (writersLeft.get() > 0 && seen.get() == null) {
            long key = key(STABLE + front.get() - random.nextInt(2 * WINDOW));
            long mask = table.get(key);
            if ((mask & ~(legal(key) | STABLE_BIT)) != 0) {
                seen.compareAndSet(null, "foreign bit at key " + key + ": " + Long.toHexString(mask));
            }
            long stable = key(random.nextInt(STABLE));
            mask = table.get(stable);
            if ((mask & STABLE_BIT) == 0) {
                seen.compareAndSet(null, "stable entry lost at key " + stable + ": " + Long.toHexString(mask));
            }
        }
    }

    static List<RealTable> tables() {
        return List.of(new RealTable(), new AheadTable());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readersSeeNoForeignBitAndLoseNoStableEntry(RealTable table) throws InterruptedException {
        assertThat(stress(table, WRITES)).isNull();
        for (int i = 0; i < STABLE; i++) {
            assertThat(table.get(key(i))).isEqualTo(STABLE_BIT);
            assertThat(table.remove(key(i), STABLE_BIT)).isTrue();
        }
        assertThat(table.isEmpty()).isTrue();
    }

    /** The proof that the test above can fail. */
    @ParameterizedTest
    @EnumSource
    void checkerNoticesEachFault(BrokenSlotTable.Fault fault) throws InterruptedException {
        assertThat(stress(new BrokenSlotTable(fault), Long.MAX_VALUE)).isNotNull();
    }
}
