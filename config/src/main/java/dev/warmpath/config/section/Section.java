package dev.warmpath.config.section;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the configuration, asked for its keys by binding code. A key that is asked for is known; any other is a
 * problem. What {@code now} means depends on who answers:
 *
 * <ul>
 *   <li>reading: what holds if the key is not written. A bad value is reported, and {@code now} holds so that
 *       reading can go on.
 *   <li>describing: nothing is read; the keys asked for are listed.
 *   <li>printing: the value in force, which is written out.
 * </ul>
 *
 * Binding code must ask for all its keys whatever the values of some, or the list of known keys would have holes.
 */
public interface Section {

    /**
     * Binds a section that is there only where it is written. The result is null if that cannot be done, which has been
     * reported then.
     */
    @FunctionalInterface
    interface ItemBinding<T, C> {
        @Nullable
        T bind(Section section, @Nullable C now);
    }

    /** A value with a default. */
    <T> T value(String key, Kind<T> kind, T now);

    /** A value that may be left out. */
    <T> @Nullable T optional(String key, Kind<T> kind, @Nullable T now);

    /** A value that must be written. */
    <T> @Nullable T required(String key, Kind<T> kind, @Nullable T now);

    /** A list of values that may be left out; a bad item makes the whole list bad. */
    <T> @Nullable List<T> values(String key, Kind<T> kind, @Nullable List<T> now);

    /** A section of its own, empty if it is not written. */
    <T> T section(String key, Function<Section, T> binding);

    /** A section of its own; null, without a call, if it is not written. */
    <T, C> @Nullable T optionalSection(String key, @Nullable C now, ItemBinding<T, C> binding);

    /** A list of sections; those that could not be bound are left out. */
    <T, C> List<T> sections(String key, List<C> now, ItemBinding<T, C> binding);

    /** Whether the key is written, well or not. */
    boolean has(String key);

    /**
     * Reports a problem with a value that is of its kind and still wrong.
     *
     * @param key the value's key; empty for the section as a whole
     * @param seen the value, if it is no secret and worth showing
     */
    void refuse(String key, String message, @Nullable String seen, String remedy);

    /** The full path of a key. */
    String path(String key);
}
