package dev.warmpath.config.section;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers with a unit: {@code 64MiB}, {@code 500ms}. */
final class Quantity {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})([A-Za-z]*)");

    /** A unit's name and how many of the base unit it is; the base unit, if it may be left out, has an empty name. */
    record Unit(String name, long factor) {}

    /** In milliseconds. */
    static final List<Unit> TIME =
            List.of(new Unit("ms", 1), new Unit("s", 1_000), new Unit("m", 60_000), new Unit("h", 3_600_000));

    /** In bytes. Those used for writing come first, in rising order; the decimal ones are read only. */
    static final List<Unit> SIZE = List.of(
            new Unit("", 1),
            new Unit("KiB", 1L << 10),
            new Unit("MiB", 1L << 20),
            new Unit("GiB", 1L << 30),
            new Unit("TiB", 1L << 40),
            new Unit("B", 1),
            new Unit("KB", 1_000),
            new Unit("MB", 1_000_000),
            new Unit("GB", 1_000_000_000),
            new Unit("TB", 1_000_000_000_000L));

    private static final int BINARY_UNITS = 5;

    private Quantity() {}

    /** The number in base units, or null if the text is no such quantity or too large for a long. */
    static @Nullable Long parse(String text, List<Unit> units) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        for (Unit unit : units) {
            if (unit.name().equals(matcher.group(2))) {
                long count = Long.parseLong(matcher.group(1));
                return count > Long.MAX_VALUE / unit.factor() ? null : count * unit.factor();
            }
        }
        return null;
    }

    /** In the largest unit that needs no fraction. */
    static String write(long value, List<Unit> units) {
        Unit best = units.get(0);
        for (Unit unit : units.subList(0, Math.min(units.size(), BINARY_UNITS))) {
            if (value != 0 && value % unit.factor() == 0) {
                best = unit;
            }
        }
        return value / best.factor() + best.name();
    }
}
