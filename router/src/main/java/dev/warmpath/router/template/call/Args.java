package dev.warmpath.router.template.call;

import dev.warmpath.router.template.fault.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of one call: by position and by name. */
public record Args(List<Object> positional, Map<String, Object> named) {

    public static final Args EMPTY = new Args(List.of(), Map.of());

    public static Args of(Object... positional) {
        return new Args(List.of(positional), Map.of());
    }

    /**
     * Matches the arguments to a function's parameters, as Python does.
     *
     * @param callee for messages
     * @param required how many of the parameters have no default
     * @param names the parameters in order; a name that starts with {@code /} can only be given by position
     */
    public Bound bind(String callee, int required, String... names) {
        if (positional.size() > names.length) {
            throw Fault.operation(callee + "() takes at most " + names.length + " arguments");
        }
        Object[] values = new Object[names.length];
        for (int i = 0; i < positional.size(); i++) {
            values[i] = positional.get(i);
        }
        for (Map.Entry<String, Object> argument : named.entrySet()) {
            int i = List.of(names).indexOf(argument.getKey());
            if (i < 0) {
                throw Fault.operation(callee + "() got an unexpected keyword argument");
            }
            if (i < positional.size()) {
                throw Fault.operation(callee + "() got multiple values for its argument " + (i + 1));
            }
            values[i] = argument.getValue();
        }
        Bound bound = new Bound(values);
        for (int i = 0; i < required; i++) {
            if (!bound.given(i)) {
                throw Fault.operation(callee + "() misses its argument " + (i + 1));
            }
        }
        return bound;
    }

    /** These arguments and one more by name, which must not be among them. */
    public Args with(String name, Object value) {
        if (named.containsKey(name)) {
            throw Fault.operation("got multiple values for a keyword argument");
        }
        Map<String, Object> more = new LinkedHashMap<>(named);
        more.put(name, value);
        return new Args(positional, more);
    }

    /** Arguments without their first. */
    public Args rest() {
        return new Args(positional.subList(1, positional.size()), named);
    }
}
