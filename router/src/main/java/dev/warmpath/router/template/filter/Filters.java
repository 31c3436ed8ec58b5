package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.format.JsonText;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** All filters by name. */
public final class Filters {

    private static final Map<String, Filter> BY_NAME = new HashMap<>();

    /** Jinja's, but of no use in a prompt: random, made for HTML, or laid out for a terminal. */
    private static final Set<String> REFUSED = Set.of("filesizeformat", "pprint", "random", "urlize");

    static {
        TextFilters.addTo(BY_NAME);
        LayoutFilters.addTo(BY_NAME);
        MarkupFilters.addTo(BY_NAME);
        NumberFilters.addTo(BY_NAME);
        SequenceFilters.addTo(BY_NAME);
        OrderFilters.addTo(BY_NAME);
        SelectionFilters.addTo(BY_NAME);
        BY_NAME.put("tojson", JsonText::filter);
    }

    private Filters() {}

    /** The filter that another is given by a name that may be prompt text, and is not told. */
    static Filter named(String name) {
        Filter filter = BY_NAME.get(name);
        if (filter == null) {
            throw Fault.unsupported("a filter given by name that is not known");
        }
        return filter;
    }

    static boolean isKnown(String name) {
        return BY_NAME.containsKey(name) || REFUSED.contains(name);
    }

    /** The filter of that name, or a fault that says whether Jinja would know it. */
    public static Filter get(String name) {
        Filter filter = BY_NAME.get(name);
        if (filter == null) {
            boolean refused = REFUSED.contains(name);
            throw new Fault(
                    refused ? FaultReason.UNSUPPORTED : FaultReason.SYNTAX,
                    (refused ? "the filter '" : "unknown filter '") + name + "'",
                    0);
        }
        return filter;
    }

    /** Whether the filter's first argument names another filter. */
    public static boolean takesFilter(String name) {
        return name.equals("map");
    }

    /** At which place the filter's arguments name a test, or -1. */
    public static int testPlace(String name) {
        return switch (name) {
            case "select", "reject" -> 0;
            case "selectattr", "rejectattr" -> 1;
            default -> -1;
        };
    }
}
