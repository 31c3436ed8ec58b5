package dev.warmpath.router.template.value;

import java.util.AbstractList;
import java.util.List;

/** Python's range: its numbers are computed, not stored. */
public record Range(long start, long stop, long step) {

    /** How many numbers it has; the caller bounds them before it makes a range. */
    public int size() {
        if (step > 0 ? start >= stop : start <= stop) {
            return 0;
        }
        long span = step > 0 ? stop - start : start - stop;
        long stride = Math.abs(step);
        return (int) Math.min(Integer.MAX_VALUE, (span + stride - 1) / stride);
    }

    /** The numbers as a list that computes them when asked. */
    public List<Object> items() {
        int size = size();
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                return start + index * step;
            }

            @Override
            public int size() {
                return size;
            }
        };
    }
}
