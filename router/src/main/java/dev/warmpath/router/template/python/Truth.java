package dev.warmpath.router.template.python;

import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.Undefined;
import java.util.List;
import java.util.Map;

/** What counts as true: all but false, none, the undefined, zero and what is empty. */
public final class Truth {

    private Truth() {}

    public static boolean of(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value == None.NONE || value instanceof Undefined) {
            return false;
        }
        if (value instanceof List<?> list) {
            return !list.isEmpty();
        }
        if (value instanceof Map<?, ?> dict) {
            return !dict.isEmpty();
        }
        if (value instanceof Long number) {
            return number != 0;
        }
        return ofRare(value);
    }

    private static boolean ofRare(Object value) {
        if (value instanceof Double number) {
            return number != 0;
        }
        if (value instanceof Tuple tuple) {
            return !tuple.items().isEmpty();
        }
        if (value instanceof Markup markup) {
            return !markup.text().isEmpty();
        }
        if (value instanceof Range range) {
            return range.size() != 0;
        }
        return !(value instanceof DictView view) || view.size() != 0;
    }
}
