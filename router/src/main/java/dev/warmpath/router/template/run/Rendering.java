package dev.warmpath.router.template.run;

import dev.warmpath.router.template.fault.Meter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one rendering was given.
 *
 * @param values the caller's values, which hide globals
 * @param globals functions that every template can call
 */
public record Rendering(Map<String, Object> values, Map<String, Object> globals, Meter meter) {

    @Nullable
    Object context(String name) {
        Object value = values.get(name);
        return value != null ? value : globals.get(name);
    }
}
