package dev.warmpath.router.template.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one turn of a loop printed of an element, and what it took.
 *
 * @param mark stands for the loop and all that its body reads around it ({@link LoopMemory})
 * @param index the element's place in the loop, or {@link #NOT_ASKED}
 * @param last 1 if it was the last one, 0 if not, or {@link #NOT_ASKED}
 * @param parts its text; long ones are the very objects that were printed
 * @param chars of them all
 * @param loops turns of this loop and of those inside, and calls
 * @param work characters of intermediate text
 * @param depth how many calls were around the loop
 */
public record Turn(Object mark, int index, int last, List<String> parts, int chars, int loops, long work, int depth) {

    /** The body did not ask for it. */
    static final int NOT_ASKED = -1;

    /** Whether the same would come of it now. */
    @SuppressWarnings("ReferenceEquality")
    boolean fits(Object nowMark, @Nullable LoopContext loop) {
        if (mark != nowMark) {
            return false;
        }
        return loop == null
                || ((index == NOT_ASKED || index == loop.place())
                        && (last == NOT_ASKED || last == (loop.isLast() ? 1 : 0)));
    }
}
