package dev.warmpath.events.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WireText;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadStatTest {

    /** {@code LoadStat}, as msgpack writes it. */
    private static final String TAG = "a84c6f616453746174";

    /** {@code ["LoadStat", 3, 200, 70000, 1048576, 1]} in msgpack's shortest forms. */
    private static final String GOLDEN = "96" + TAG + "03" + "ccc8" + "ce00011170" + "ce00100000" + "01";

    private final MsgpackReader reader = new MsgpackReader();
    private final WireText text = new WireText();

    private @Nullable LoadStat read(String hex) {
        return LoadStat.read(reader, text, HexFormat.of().parseHex(hex));
    }

    @Test
    void countsAreReadInTheirOrder() {
        assertThat(read(GOLDEN)).isEqualTo(new LoadStat(3, 200, 70_000, 1_048_576));
    }

    @ParameterizedTest
    @ValueSource(strings = {"96" + TAG + "01020304c0", "97" + TAG + "0102030405a178", "98" + TAG + "010203040580c0"})
    void rankMayBeLeftOutAndLaterReleasesMaySayMore(String hex) {
        assertThat(read(hex)).isEqualTo(new LoadStat(1, 2, 3, 4));
    }

    @Test
    void messageThatWasCutAnywhereIsNone() {
        byte[] whole = HexFormat.of().parseHex(GOLDEN);
        for (int length = 0; length < whole.length; length++) {
            assertThat(LoadStat.read(reader, text, Arrays.copyOf(whole, length)))
                    .as("the first %d bytes", length)
                    .isNull();
        }
        assertThat(read(GOLDEN)).as("what came before leaves nothing behind").isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c1",
                "80",
                "ddffffffff",
                "dbffffffff",
                "91" + TAG,
                "95" + TAG + "01020304",
                "96" + "a4" + "4c6f6164" + "0102030400",
                "96" + "08" + "0102030400",
                "96" + "dbffffffff" + "0102030400",
                "96" + TAG + "01" + "ddffffffff" + "030400",
                "96" + TAG + "01" + "a132" + "030400",
                "96" + TAG + "01" + "cb4000000000000000" + "030400",
                "96" + TAG + "01" + "ff" + "030400",
                "96" + TAG + "01" + "cfffffffffffffffff" + "030400",
                "96" + TAG + "01" + "cf7fffffffffffffff" + "030400",
                "96" + TAG + "01" + "cf000000e8d4a51001" + "030400",
                "96" + TAG + "010203" + "d38000000000000000" + "00",
            })
    void whatIsNoLoadIsNone(String hex) {
        assertThat(read(hex)).isNull();
    }

    @Test
    void largestCountIsATrillion() {
        assertThat(read("96" + TAG + "01" + "cf000000e8d4a51000" + "030400"))
                .isEqualTo(new LoadStat(1, 1_000_000_000_000L, 3, 4));
    }
}
