package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.INT_ARRAY;

import org.junit.jupiter.api.Test;

class SegmentCacheTest {

    private static long bytesWith(String text) {
        SegmentCache cache = new SegmentCache(1 << 20);
        Segment segment = new Segment(1, text);
        cache.keep(new Piece(segment, new int[] {1, 2, 3}));
        return cache.bytes();
    }

    @Test
    void aCharacterWeighsWhatTheJvmTakesForIt() {
        long empty = bytesWith("");

        assertThat(bytesWith("é".repeat(1_000)) - empty).isEqualTo(1_000);
        assertThat(bytesWith("é".repeat(999) + "日") - empty).isEqualTo(2_000);
    }

    @Test
    void whatIsRememberedWeighsOnceAndOnlyTheLatestIsKept() {
        SegmentCache cache = new SegmentCache(1 << 20);
        Segment segment = new Segment(1, "text");
        Piece piece = new Piece(segment, new int[16]);
        cache.keep(piece);
        long before = cache.bytes();
        Stretch stretch = new Stretch("before", new int[3], new long[4], "mark");

        for (int i = 0; i < 5; i++) {
            piece.remember(stretch);
            cache.keep(piece);
        }

        assertThat(cache.bytes() - before).isEqualTo(2L * stretch.bytes());
    }

    @Test
    void textsThatDifferWhereNoneLooksAreToldApart() {
        SegmentCache cache = new SegmentCache(16 << 20);
        String text = "x".repeat(10_000);
        int count = 2_000;
        for (int i = 0; i < count; i++) {
            Segment segment = new Segment(1, differing(text, i));
            assertThat(segment.hashCode()).isEqualTo(new Segment(1, text).hashCode());
            if (i % 20 == 0) {
                cache.keep(new Piece(segment, new int[] {i}));
            }
        }
        for (int i = 0; i < count; i++) {
            Piece piece = cache.find(new Segment(1, differing(text, i)));
            if (i % 20 == 0) {
                assertThat(piece)
                        .as("piece %d", i)
                        .extracting(Piece::ids)
                        .asInstanceOf(INT_ARRAY)
                        .containsExactly(i);
            } else {
                assertThat(piece).as("piece %d", i).isNull();
            }
        }
        assertThat(cache.find(new Segment(2, differing(text, 0))))
                .as("of another model")
                .isNull();
    }

    /** Changes a character that the hash does not look at: it looks at every 312th. */
    private static String differing(String text, int number) {
        int at = 312 * (number % 31) + 1 + number / 31;
        return text.substring(0, at) + "y" + text.substring(at + 1);
    }

    @Test
    void whatIsFoundIsCountedByPiecesAndTokens() {
        SegmentCache cache = new SegmentCache(1 << 20);
        Segment segment = new Segment(1, "text");
        cache.find(segment);
        cache.keepNew(new Piece(segment, new int[7]));
        cache.find(segment);
        cache.find(segment);

        assertThat(cache.misses()).isEqualTo(1);
        assertThat(cache.hits()).isEqualTo(2);
        assertThat(cache.hitTokens()).isEqualTo(14);
    }
}
