package dev.warmpath.config.section;

import dev.warmpath.config.document.Node;
import java.util.function.Function;

/**
 * How one value is read from and written to a configuration. {@link Kinds} has the common ones.
 *
 * @param <T> type in the settings
 */
public interface Kind<T> {

    /** What may be written, to follow "Write": "a whole number from 1 to 65535". */
    String expected();

    /**
     * Reads a value.
     *
     * @throws Unreadable if the scalar is not of this kind, or out of range
     */
    T read(Node.Scalar scalar) throws Unreadable;

    /** The value as YAML: a string, number or boolean that {@link #read} reads back. */
    Object write(T value);

    /** The written text as a problem may show it: without secrets. */
    default String shown(String text) {
        return text;
    }

    /** The same on paper, of another type in the settings. */
    default <U> Kind<U> as(Function<T, U> there, Function<U, T> back) {
        Kind<T> source = this;
        return new Kind<>() {
            @Override
            public String expected() {
                return source.expected();
            }

            @Override
            public U read(Node.Scalar scalar) throws Unreadable {
                return there.apply(source.read(scalar));
            }

            @Override
            public Object write(U value) {
                return source.write(back.apply(value));
            }

            @Override
            public String shown(String text) {
                return source.shown(text);
            }
        };
    }
}
