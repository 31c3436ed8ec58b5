package dev.warmpath.config.section;

import dev.warmpath.config.document.NearMiss;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.Node.Style;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The common kinds of values. Numbers and flags must not be quoted in the file; overrides know text only. */
public final class Kinds {

    /** Stands for a secret wherever settings are shown. */
    public static final String MASK = "***";

    /**
     * Characters of the longest text. A path may have no more, and whatever else is written goes into logs, answers and
     * sockets; a topic of a hundred thousand overflows the stack of the ZMQ library.
     */
    static final int MAX_TEXT = 4096;

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");

    private Kinds() {}

    /** A whole number, both ends allowed. */
    public static Kind<Integer> integer(int min, int max) {
        return longInteger(min, max).as(Math::toIntExact, Integer::longValue);
    }

    /** A whole number, both ends allowed. */
    public static Kind<Long> longInteger(long min, long max) {
        return new Numeric<>("a whole number from " + min + " to " + max) {
            @Override
            Long parse(String text) throws Unreadable {
                if (!WHOLE.matcher(text).matches()) {
                    throw notThis();
                }
                long value = Long.parseLong(text);
                if (value < min || value > max) {
                    throw outOfRange();
                }
                return value;
            }
        };
    }

    /**
     * A finite number, both ends allowed.
     *
     * @param expected the range in words, and what else a reader should know
     */
    public static Kind<Double> decimal(double min, double max, String expected) {
        return new Numeric<>(expected) {
            @Override
            Double parse(String text) throws Unreadable {
                if (!DECIMAL.matcher(text).matches()) {
                    throw notThis();
                }
                double value = Double.parseDouble(text);
                if (!(value >= min && value <= max)) {
                    throw outOfRange();
                }
                return value;
            }
        };
    }

    public static Kind<Boolean> flag() {
        return new Numeric<>("true or false") {
            @Override
            Boolean parse(String text) throws Unreadable {
                if (text.equals("true") || text.equals("false")) {
                    return text.equals("true");
                }
                throw notThis();
            }
        };
    }

    /** A time with its unit, both ends allowed. */
    public static Kind<Duration> duration(Duration min, Duration max) {
        return quantity(min.toMillis(), max.toMillis(), Quantity.TIME, "a time", "with its unit (ms, s, m, h)")
                .as(Duration::ofMillis, Duration::toMillis);
    }

    /** A number of bytes, plain or with its unit, both ends allowed. */
    public static Kind<Long> size(long min, long max) {
        return quantity(min, max, Quantity.SIZE, "a size", "in bytes or with a unit (KiB, MiB, GiB, KB, MB, GB)");
    }

    /** A number of bytes that fits an int. */
    public static Kind<Integer> intSize(int min, int max) {
        return size(min, max).as(Math::toIntExact, Long::valueOf);
    }

    private static Kind<Long> quantity(long min, long max, List<Quantity.Unit> units, String what, String how) {
        String range = " from " + Quantity.write(min, units) + " to " + Quantity.write(max, units);
        return new Checked<>(what + range + " " + how) {
            @Override
            public Long read(Node.Scalar scalar) throws Unreadable {
                Long value = Quantity.parse(scalar.text(), units);
                if (value == null) {
                    throw notThis();
                }
                if (value < min || value > max) {
                    throw outOfRange();
                }
                return value;
            }

            @Override
            public Object write(Long value) {
                return Quantity.write(value, units);
            }
        };
    }

    /** Text of at least one visible character. */
    public static Kind<String> text() {
        return text("text", false);
    }

    /** Text that may be empty. */
    public static Kind<String> anyText() {
        return text("text", true);
    }

    private static Kind<String> text(String expected, boolean mayBeEmpty) {
        return new Checked<>(expected) {
            @Override
            public String read(Node.Scalar scalar) throws Unreadable {
                String text = scalar.text();
                if (text.isBlank() && !(mayBeEmpty && text.isEmpty())) {
                    throw new Unreadable("is empty", "Write " + expected());
                }
                if (text.length() > MAX_TEXT) {
                    throw new Unreadable("has more than " + MAX_TEXT + " characters", "Shorten it");
                }
                if (text.chars().anyMatch(Character::isISOControl)) {
                    throw new Unreadable("holds a line break or control character", "Remove it");
                }
                return text;
            }

            @Override
            public Object write(String value) {
                return value;
            }
        };
    }

    /** A credential that travels in an HTTP header. It is never shown, and the mask is not taken for one. */
    public static Kind<String> secret() {
        return new Checked<>("a secret of printable ASCII characters without spaces") {
            @Override
            public String read(Node.Scalar scalar) throws Unreadable {
                String text = scalar.text();
                if (text.equals(MASK)) {
                    throw new Unreadable(
                            "is the mask that stands for a secret in printed settings", "Write the secret itself");
                }
                if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                    throw new Unreadable(
                            "holds a character that cannot travel in an HTTP header", "Write " + expected());
                }
                return text;
            }

            @Override
            public Object write(String value) {
                return MASK;
            }

            @Override
            public String shown(String text) {
                return MASK;
            }
        };
    }

    /** One of a few words. */
    public static <E> Kind<E> choice(E[] values, Function<E, String> word) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E value : values) {
            words.put(word.apply(value), value);
        }
        return new Checked<>("one of " + String.join(", ", words.keySet())) {
            @Override
            public E read(Node.Scalar scalar) throws Unreadable {
                E value = words.get(scalar.text());
                if (value == null) {
                    String meant = NearMiss.of(scalar.text(), words.keySet());
                    throw new Unreadable(
                            "is not " + expected(),
                            meant == null ? "Write " + expected() : "Did you mean " + meant + "?");
                }
                return value;
            }

            @Override
            public Object write(E value) {
                return word.apply(value);
            }
        };
    }

    /** A kind that says what it expected. */
    private abstract static class Checked<T> implements Kind<T> {
        private final String expected;

        Checked(String expected) {
            this.expected = expected;
        }

        @Override
        public String expected() {
            return expected;
        }

        Unreadable notThis() {
            return new Unreadable("is not " + expected, "Write " + expected);
        }

        Unreadable outOfRange() {
            return new Unreadable("is out of range", "Write " + expected);
        }
    }

    /** A kind that quotes would turn into text. */
    private abstract static class Numeric<T> extends Checked<T> {
        Numeric(String expected) {
            super(expected);
        }

        abstract T parse(String text) throws Unreadable;

        @Override
        public T read(Node.Scalar scalar) throws Unreadable {
            if (scalar.style() == Style.QUOTED) {
                throw new Unreadable("is text in quotes", "Write " + expected() + ", without quotes");
            }
            return parse(scalar.text());
        }

        @Override
        public Object write(T value) {
            return value;
        }
    }
}
