package dev.warmpath.router.prompt.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromptCacheTest {

    private static final long MIB = 1L << 20;

    /** One megabyte that is remembered. */
    private record Large(int number) implements Remembered {

        @Override
        public Object key() {
            return number;
        }

        @Override
        public long bytes() {
            return MIB;
        }
    }

    @Test
    void takesWhatItMayWhereTheHeapIsLarge() {
        assertThat(PromptCache.within(256 * MIB, 4096 * MIB).most()).isEqualTo(256 * MIB);
    }

    @Test
    void takesAnEighthOfASmallHeapAndKeepsToIt() {
        PromptCache cache = PromptCache.within(256 * MIB, 160 * MIB);
        for (int i = 0; i < 256; i++) {
            cache.keep(new Large(i));
        }

        assertThat(cache.most()).isEqualTo(20 * MIB);
        assertThat(cache.bytes()).isPositive().isLessThanOrEqualTo(20 * MIB);
    }
}
