package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.method.Access;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way into a value that filters take as {@code attribute='a.b.0'}: keys, one after the other, numbers as indices.
 *
 * @param otherwise what stands in for an undefined value on the way, or null
 */
record AttributePath(List<Object> keys, @Nullable Object otherwise) {

    static final AttributePath SELF = new AttributePath(List.of(), null);

    static AttributePath of(Object attribute) {
        return of(attribute, null);
    }

    static AttributePath of(Object attribute, @Nullable Object otherwise) {
        if (!(attribute instanceof String text)) {
            return new AttributePath(List.of(attribute), otherwise);
        }
        List<Object> keys = new ArrayList<>();
        for (String part : text.split("\\.", -1)) {
            boolean index =
                    !part.isEmpty() && part.length() < 10 && part.chars().allMatch(c -> c >= '0' && c <= '9');
            keys.add(index ? (Object) Long.valueOf(part) : part);
        }
        return new AttributePath(keys, otherwise);
    }

    Object get(Object value, Meter meter) {
        Object at = value;
        for (Object key : keys) {
            at = Access.item(at, key, false, meter);
            if (otherwise != null && at instanceof Undefined) {
                at = otherwise;
            }
        }
        return at;
    }
}
