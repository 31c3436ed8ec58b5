package dev.warmpath.router.template.run;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Truth;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a compiled {@code for}. A loop lives in its surroundings' frame; a recursive one is a function of its own, with a
 * frame per level.
 *
 * @param source what is walked
 * @param filter null when the loop has none
 * @param loopSlot where {@code loop} goes, or -1 when the body does not use it
 * @param entry sets the variables that each turn starts with
 */
public record Loop(
        Code source, @Nullable Filter filter, Assignment target, int loopSlot, Step entry, Step body, Step otherwise) {

    /** Binds a value to variables. */
    @FunctionalInterface
    public interface Assignment {

        void assign(Frame frame, Object value);
    }

    /**
     * What elements must pass. It runs in a frame of its own, no sooner than the element is asked for.
     *
     * @param target the loop's variables once more, in the filter's own frame
     */
    public record Filter(IntSupplier frameSize, Step entry, Assignment target, Code test) {

        private Iterator<Object> apply(Iterator<Object> source, Frame outer) {
            Frame frame = outer.inner(frameSize.getAsInt());
            entry.run(frame, new Out(outer.meter()));
            return new Iterator<>() {
                private @Nullable Object next;

                @Override
                public boolean hasNext() {
                    while (next == null && source.hasNext()) {
                        frame.meter().loop();
                        Object candidate = source.next();
                        target.assign(frame, candidate);
                        if (Truth.of(test.eval(frame))) {
                            next = candidate;
                        }
                    }
                    return next != null;
                }

                @Override
                public Object next() {
                    Object found = hasNext() ? next : null;
                    next = null;
                    if (found == null) {
                        throw new NoSuchElementException();
                    }
                    return found;
                }
            };
        }
    }

    /** Runs it in the frame around it. */
    public Step.Flow run(Frame frame, Out out) {
        return walk(source.eval(frame), frame, frame, 0, null, out);
    }

    /** Runs it as a function whose variables are its own, and hands its text out. */
    public Step.Flow runRecursive(Frame frame, IntSupplier frameSize, Out out) {
        out.append(level(source.eval(frame), frame, frameSize, 0));
        return Step.Flow.NEXT;
    }

    private String level(Object values, Frame definedIn, IntSupplier frameSize, int depth) {
        Meter meter = definedIn.meter();
        meter.loop();
        meter.enter();
        try {
            Out out = new Out(meter);
            Callable deeper = (args, unused) -> level(argument(args), definedIn, frameSize, depth + 1);
            walk(values, definedIn, definedIn.inner(frameSize.getAsInt()), depth, deeper, out);
            return out.text();
        } finally {
            meter.leave();
        }
    }

    private static Object argument(Args args) {
        return args.bind("loop", 1, "iterable").get(0);
    }

    private Step.Flow walk(Object values, Frame around, Frame frame, int depth, @Nullable Callable recursion, Out out) {
        Iterator<Object> elements = Iteration.of(values);
        int length = Iteration.size(values);
        if (filter != null) {
            elements = filter.apply(elements, around);
            length = -1;
        }
        if (loopSlot >= 0) {
            elements = new LoopContext(elements, length, depth, recursion, frame.meter());
        }
        boolean completed = false;
        while (elements.hasNext()) {
            frame.meter().loop();
            target.assign(frame, elements.next());
            if (loopSlot >= 0) {
                frame.set(loopSlot, elements);
            }
            entry.run(frame, out);
            Step.Flow flow = body.run(frame, out);
            if (flow == Step.Flow.BREAK) {
                break;
            }
            completed |= flow == Step.Flow.NEXT;
        }
        // Jinja's else is for loops without a turn that reached its end: one left by break or continue does not count.
        return completed ? Step.Flow.NEXT : otherwise.run(frame, out);
    }
}
