package dev.warmpath.router.template.python;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.text.CodePoints;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Range;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.List;

/** Python's slices: bounds are clipped, negative ones count from the end, the step may go backwards. */
public final class Slices {

    private Slices() {}

    /** {@code value[start:stop:step]}, where none stands for a part that is left out. */
    public static Object of(Object value, Object start, Object stop, Object step, Meter meter) {
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        List<Object> items = value instanceof String ? List.of() : Iteration.items(value);
        if (items == null) {
            throw Fault.operation("'" + TypeName.of(value) + "' object cannot be sliced");
        }
        if (value instanceof String text) {
            meter.scan(text.length());
        }
        int length = (int) Iteration.length(value);
        int stride = step == None.NONE ? 1 : bound(step);
        if (stride == 0) {
            throw Fault.operation("slice step cannot be zero");
        }
        int first = stride > 0 ? 0 : length - 1;
        int last = stride > 0 ? length : -1;
        int from = start == None.NONE ? first : clip(bound(start), length, stride);
        int to = stop == None.NONE ? last : clip(bound(stop), length, stride);
        int count = count(from, to, stride);
        if (value instanceof String text) {
            meter.chars(count);
            return stride == 1 ? CodePoints.substring(text, from, from + count) : stride(text, from, count, stride);
        }
        if (value instanceof Range range) {
            long origin = range.start();
            return new Range(origin + from * range.step(), origin + to * range.step(), range.step() * stride);
        }
        meter.elements(count);
        List<Object> cut = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            cut.add(items.get(from + i * stride));
        }
        return value instanceof Tuple ? new Tuple(cut) : cut;
    }

    private static String stride(String text, int from, int count, int stride) {
        return count == 0 ? "" : CodePoints.stride(text, from, count, stride);
    }

    private static int bound(Object value) {
        if (value instanceof Undefined || !Numbers.isInteger(value)) {
            throw Fault.operation("slice indices must be integers or none");
        }
        return Numbers.clamp(value);
    }

    private static int clip(int bound, int length, int stride) {
        long index = bound < 0 ? (long) bound + length : bound;
        int least = stride > 0 ? 0 : -1;
        int most = stride > 0 ? length : length - 1;
        return (int) Math.max(least, Math.min(most, index));
    }

    private static int count(int from, int to, int stride) {
        long span = stride > 0 ? (long) to - from : (long) from - to;
        long step = Math.abs((long) stride);
        return span <= 0 ? 0 : (int) ((span + step - 1) / step);
    }

    /** Start and end of a search, as {@code find} and its kin take them: clipped code-point indices. */
    public static int clipBound(Object bound, int length, int otherwise) {
        if (bound == None.NONE) {
            return otherwise;
        }
        return clip(bound(bound), length, 1);
    }
}
