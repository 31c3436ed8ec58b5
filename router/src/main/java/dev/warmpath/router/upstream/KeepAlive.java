package dev.warmpath.router.upstream;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** For how long a worker says that it keeps an idle connection: {@code Keep-Alive: timeout=SECONDS}, which few say. */
final class KeepAlive {

    private static final AsciiString NAME = AsciiString.cached("keep-alive");
    private static final String TIMEOUT = "timeout=";
    /** More digits than a sensible time has. */
    private static final int MOST_DIGITS = 9;

    private KeepAlive() {}

    /** The time, or the longest there is where none is named. */
    static long nanos(HttpHeaders headers) {
        String value = headers.get(NAME);
        return value == null ? Long.MAX_VALUE : nanos(value);
    }

    private static long nanos(String value) {
        for (String parameter : value.split(",", -1)) {
            String digits = digits(parameter.strip());
            if (digits != null) {
                return Duration.ofSeconds(Integer.parseInt(digits)).toNanos();
            }
        }
        return Long.MAX_VALUE;
    }

    private static @Nullable String digits(String parameter) {
        if (!parameter.regionMatches(true, 0, TIMEOUT, 0, TIMEOUT.length())) {
            return null;
        }
        String digits = parameter.substring(TIMEOUT.length());
        boolean number = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return number ? digits : null;
    }
}
