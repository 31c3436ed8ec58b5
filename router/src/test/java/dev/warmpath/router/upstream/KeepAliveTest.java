package dev.warmpath.router.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeepAliveTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timeout=5 | 5",
                "timeout=0 | 0",
                "TIMEOUT=3 | 3",
                "timeout=5, max=100 | 5",
                "max=100,timeout=7 | 7",
                "timeout=999999999 | 999999999",
                "timeout=x, timeout=4 | 4"
            })
    void theTimeIsReadWhereverItStands(String value, long seconds) {
        assertThat(KeepAlive.nanos(headers(value))).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "max=5",
                "timeout",
                "timeout=",
                "timeout=-1",
                "timeout=5s",
                "timeout=1.5",
                "timeout=9999999999",
                "timeout=99999999999",
                "timeout=\u0663",
                ",,,"
            })
    void whatIsNoTimeDoesNotShortenAnything(String value) {
        assertThat(KeepAlive.nanos(headers(value))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void withoutTheHeaderThereIsNoTime() {
        assertThat(KeepAlive.nanos(new DefaultHttpHeaders())).isEqualTo(Long.MAX_VALUE);
    }

    private static HttpHeaders headers(String value) {
        return new DefaultHttpHeaders().set("Keep-Alive", value);
    }
}
