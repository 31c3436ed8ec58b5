package dev.warmpath.router.template.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one object whose attributes a template may set, so that a loop can hand something out. */
public final class Namespace implements Attributed {

    private final Map<String, Object> attributes = new LinkedHashMap<>();

    @Override
    public @Nullable Object attribute(String name) {
        return attributes.get(name);
    }

    /** All attributes; changes show. */
    public Map<String, Object> attributes() {
        return Collections.unmodifiableMap(attributes);
    }

    public void set(String name, Object value) {
        attributes.put(name, value);
    }
}
