package dev.warmpath.config.settings.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class of requests at the gate ({@code admission.classes[]}). Classes share turns; none shuts another out.
 *
 * @param name as clients, metrics and logs have it
 * @param share of the turns, against the sum of the shares of the classes that wait; 1 to {@value #MAX_SHARE}
 * @param keys names of the client keys whose requests are of this class
 * @param urgency told to the engine with each request, higher before lower; null to tell it nothing
 */
public record PriorityClass(
        String name, int share, List<String> keys, @Nullable Integer urgency) {

    /** The largest share; with it beside a share of 1, the smaller class gets one turn in 1001. */
    public static final int MAX_SHARE = 1000;

    /** Most classes: each is a queue in every model, and a label in metrics. */
    public static final int MOST = 16;

    /** What all requests are where no classes are written. */
    public static final PriorityClass ONLY = new PriorityClass("default", 1, List.of(), null);

    public PriorityClass {
        keys = List.copyOf(keys);
    }
}
