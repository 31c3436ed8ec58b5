package dev.warmpath.router.template.run;

import dev.warmpath.router.recent.Newest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a loop runs among the same variables as before, so that what it printed of an element then is what it
 * would print of it now ({@link Turn}).
 *
 * <p>In Jinja no turn of a loop can leave anything to the next one, but by the attributes of a namespace: what a body sets
 * is gone at its end. So what a turn prints depends on its element, on what it asks of {@code loop}, and on the
 * {@link Surroundings} of the loop, and a body that sets no such attribute leaves nothing behind but its text. Surroundings that
 * could change by themselves (a namespace, a list, a clock) are not remembered.
 *
 * <p>Safe for any number of threads: the list is replaced, never changed, and losing one of two costs a rendering.
 */
public final class LoopMemory {

    /** With and without tools, thinking and not. */
    private static final int MOST = 4;

    /**
     * Variables as they were.
     *
     * @param mark stands for them in what elements keep, and holds on to nothing
     */
    private record Known(List<@Nullable Object> values, Object mark) {}

    private final Surroundings surroundings;

    /** The latest first. */
    private volatile Known[] known = {};

    /** The memory of one loop of a compiled template. */
    public LoopMemory(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Stands for all that the loop's body reads around it; null when that cannot be told. */
    @Nullable
    Object mark(Frame frame) {
        List<@Nullable Object> now = surroundings.now(frame);
        if (now == null) {
            return null;
        }
        Known[] before = known;
        for (Known one : before) {
            if (Surroundings.same(one.values, now)) {
                return one.mark;
            }
        }
        Known fresh = new Known(now, new Object());
        known = Newest.with(before, fresh, MOST);
        return fresh.mark;
    }
}
