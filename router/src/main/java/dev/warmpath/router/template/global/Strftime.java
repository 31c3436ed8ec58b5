package dev.warmpath.router.template.global;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/**
 * C's {@code strftime} in the C locale, for a time without a zone, as {@code datetime.now().strftime} calls it. Padding
 * can be switched off with {@code %-d}, as in glibc.
 */
final class Strftime {

    private Strftime() {}

    static String format(String format, Clock clock, Meter meter) {
        LocalDateTime now = LocalDateTime.now(clock);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%' || i + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char directive = format.charAt(++i);
            boolean bare = directive == '-' && i + 1 < format.length();
            if (bare) {
                directive = format.charAt(++i);
            }
            String text = directive(directive, now);
            out.append(bare ? unpadded(text) : text);
        }
        meter.chars(out.length());
        return out.toString();
    }

    private static String unpadded(String text) {
        int start = 0;
        while (start < text.length() - 1 && (text.charAt(start) == '0' || text.charAt(start) == ' ')) {
            start++;
        }
        return text.substring(start);
    }

    private static String directive(char directive, LocalDateTime now) {
        int hour12 = now.get(ChronoField.CLOCK_HOUR_OF_AMPM);
        return switch (directive) {
            case 'a' -> now.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> now.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b', 'h' ->
                now.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH).substring(0, 3);
            case 'B' -> now.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'd' -> padded(now.getDayOfMonth(), 2, '0');
            case 'e' -> padded(now.getDayOfMonth(), 2, ' ');
            case 'm' -> padded(now.getMonthValue(), 2, '0');
            case 'y' -> padded(now.getYear() % 100, 2, '0');
            case 'Y' -> String.valueOf(now.getYear());
            case 'H' -> padded(now.getHour(), 2, '0');
            case 'I' -> padded(hour12, 2, '0');
            case 'k' -> padded(now.getHour(), 2, ' ');
            case 'l' -> padded(hour12, 2, ' ');
            case 'M' -> padded(now.getMinute(), 2, '0');
            case 'S' -> padded(now.getSecond(), 2, '0');
            case 'f' -> padded(now.getNano() / 1000, 6, '0');
            case 'p' -> now.getHour() < 12 ? "AM" : "PM";
            case 'j' -> padded(now.getDayOfYear(), 3, '0');
            case 'u' -> String.valueOf(now.getDayOfWeek().getValue());
            case 'w' -> String.valueOf(now.getDayOfWeek().getValue() % 7);
            case 'V' -> padded(now.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, '0');
            case 'F' -> directive('Y', now) + "-" + directive('m', now) + "-" + directive('d', now);
            case 'D', 'x' -> directive('m', now) + "/" + directive('d', now) + "/" + directive('y', now);
            case 'T', 'X' -> directive('R', now) + ":" + directive('S', now);
            case 'R' -> directive('H', now) + ":" + directive('M', now);
            case 'c' ->
                directive('a', now) + " " + directive('b', now) + " " + directive('e', now) + " " + directive('T', now)
                        + " " + directive('Y', now);
            case 'z', 'Z' -> "";
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            default -> throw Fault.unsupported("the directive '%" + directive + "' of strftime_now");
        };
    }

    private static String padded(int value, int width, char fill) {
        String digits = String.valueOf(value);
        return String.valueOf(fill).repeat(Math.max(0, width - digits.length())) + digits;
    }
}
