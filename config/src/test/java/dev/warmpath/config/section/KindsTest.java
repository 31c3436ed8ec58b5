package dev.warmpath.config.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.Node.Style;
import dev.warmpath.config.problem.Origin;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KindsTest {

    private static final Kind<Duration> DURATION = Kinds.duration(Duration.ofMillis(10), Duration.ofHours(24));
    private static final Kind<Long> SIZE = Kinds.size(0, Long.MAX_VALUE);

    private static Node.Scalar plain(String text) {
        return new Node.Scalar(text, Style.PLAIN, Origin.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"10ms, 10", "500ms, 500", "5s, 5000", "30m, 1800000", "2h, 7200000", "24h, 86400000", "90000ms, 90000"})
    void durationHasAUnit(String text, long millis) throws Unreadable {
        assertThat(DURATION.read(plain(text))).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "30",
                "5 s",
                "5S",
                "5sec",
                "1.5s",
                "-1s",
                "1h30m",
                "s",
                "",
                "1d",
                "9ms",
                "25h",
                "99999999999999999999h"
            })
    void whatIsNoDurationInRangeIsRefused(String text) {
        assertThatThrownBy(() -> DURATION.read(plain(text))).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1024, 1024",
        "7B, 7",
        "16KiB, 16384",
        "64MiB, 67108864",
        "1GiB, 1073741824",
        "1TiB, 1099511627776",
        "1KB, 1000",
        "5MB, 5000000",
        "1GB, 1000000000",
        "2TB, 2000000000000"
    })
    void sizeMayHaveAUnit(String text, long bytes) throws Unreadable {
        assertThat(SIZE.read(plain(text))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"64mib", "64M", "64Mi", "1.5GiB", "-1", "64 MiB", "MiB", "", "0x10", "16777217TiB"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatThrownBy(() -> SIZE.read(plain(text))).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource({
        "5, true",
        "+5, true",
        "10, true",
        "4, false",
        "11, false",
        "5.0, false",
        "five, false",
        "0x5, false",
        "5_0, false",
        "99999999999999999999, false"
    })
    void integerIsWholeAndInRange(String text, boolean good) {
        Kind<Integer> kind = Kinds.integer(5, 10);
        if (good) {
            assertThat(catchUnreadable(kind, plain(text))).isNull();
        } else {
            assertThat(catchUnreadable(kind, plain(text))).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "20.0, 20", ".5, 0.5", "5., 5", "1e3, 1000", "1E-3, 0.001", "+2.5, 2.5"})
    void decimalIsWrittenInTheUsualWays(String text, double value) throws Unreadable {
        assertThat(Kinds.decimal(0, Double.MAX_VALUE, "").read(plain(text))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {".nan", ".inf", "NaN", "Infinity", "1e999", "-1", "1,5", "0x1p3", "1d", "1f", "."})
    void decimalIsFinite(String text) {
        assertThatThrownBy(() -> Kinds.decimal(0, Double.MAX_VALUE, "").read(plain(text)))
                .isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "no", "on", "True", "1", ""})
    void flagIsTrueOrFalse(String text) throws Unreadable {
        assertThat(Kinds.flag().read(plain("true"))).isTrue();
        assertThat(Kinds.flag().read(plain("false"))).isFalse();
        assertThatThrownBy(() -> Kinds.flag().read(plain(text))).isInstanceOf(Unreadable.class);
    }

    @Test
    void numbersAndFlagsInQuotesAreText() {
        assertThat(catchUnreadable(Kinds.integer(0, 99), new Node.Scalar("16", Style.QUOTED, Origin.UNKNOWN)))
                .isEqualTo("is text in quotes");
        assertThat(catchUnreadable(Kinds.flag(), new Node.Scalar("true", Style.QUOTED, Origin.UNKNOWN)))
                .isEqualTo("is text in quotes");
        assertThat(catchUnreadable(Kinds.integer(0, 99), new Node.Scalar("16", Style.OVERRIDE, Origin.UNKNOWN)))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "QUOTED", "OVERRIDE"})
    void textIsTakenHoweverItIsWritten(Style style) throws Unreadable {
        assertThat(Kinds.text().read(new Node.Scalar("16", style, Origin.UNKNOWN)))
                .isEqualTo("16");
    }

    @Test
    void textIsVisible() throws Unreadable {
        assertThatThrownBy(() -> Kinds.text().read(plain(""))).hasMessage("is empty");
        assertThatThrownBy(() -> Kinds.text().read(plain("  "))).hasMessage("is empty");
        assertThatThrownBy(() -> Kinds.text().read(plain("a\nb"))).hasMessageContaining("line break");
        assertThat(Kinds.anyText().read(plain(""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1000, 1023, 1024, 1536, 1 << 20, 3L << 30, 5L << 40})
    void sizeReadsBackAsWritten(long bytes) throws Unreadable {
        assertThat(SIZE.read(plain(SIZE.write(bytes).toString()))).isEqualTo(bytes);
    }

    private static <T> @Nullable String catchUnreadable(Kind<T> kind, Node.Scalar scalar) {
        try {
            kind.read(scalar);
            return null;
        } catch (Unreadable e) {
            return e.message();
        }
    }
}
