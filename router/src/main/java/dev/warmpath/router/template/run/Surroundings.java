package dev.warmpath.router.template.run;

import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a loop's body or a macro reads of the variables around it.
 *
 * @param names of the variables
 * @param values each as it is in the frame around, or null where there is none
 */
public record Surroundings(List<String> names, List<Reading> values) {

    /** A variable's value, or null. */
    @FunctionalInterface
    public interface Reading {

        @Nullable
        Object in(Frame frame);
    }

    /** Functions that make the same of the same, whenever they are called. */
    private static final Set<String> FUNCTIONS = Set.of("raise_exception", "range", "dict");

    /** A longer text would be held on to for no good: what templates ask for is a word. */
    private static final int MOST_CHARS = 1024;

    /** Values that are compared: macros that call several each are gone into once for each call in the text. */
    private static final int MOST_VALUES = 256;

    /** Macros that call each other. */
    private static final int MOST_DEPTH = 8;

    /**
     * All that they are now, macros with what they read in turn; null when there is among them what could be another thing
     * at another time without being another object.
     */
    @Nullable
    List<@Nullable Object> now(Frame frame) {
        List<@Nullable Object> found = new ArrayList<>(names.size());
        return addTo(found, frame, 0) ? found : null;
    }

    private boolean addTo(List<@Nullable Object> found, Frame frame, int depth) {
        for (int i = 0; i < names.size(); i++) {
            if (found.size() >= MOST_VALUES) {
                return false;
            }
            Object value = values.get(i).in(frame);
            if (value instanceof Macro macro) {
                Surroundings inner = macro.code().surroundings();
                found.add(macro.code());
                if (inner == null || depth == MOST_DEPTH || !inner.addTo(found, macro.definedIn(), depth + 1)) {
                    return false;
                }
            } else if (isFixed(value) || isFunction(names.get(i), value, frame)) {
                found.add(value);
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean isFixed(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() <= MOST_CHARS;
        }
        return value == null
                || value instanceof Boolean
                || value instanceof Number
                || value instanceof Undefined
                || value == None.NONE;
    }

    private static boolean isFunction(String name, @Nullable Object value, Frame frame) {
        return value instanceof Callable && FUNCTIONS.contains(name) && frame.isGlobal(name, value);
    }

    /** Whether two lists of what was there say the same. */
    static boolean same(List<@Nullable Object> left, List<@Nullable Object> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!same(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean same(@Nullable Object left, @Nullable Object right) {
        // Numbers of two kinds print differently, and equals tells them apart.
        return left == right || (left != null && isFixed(left) && left.equals(right));
    }
}
