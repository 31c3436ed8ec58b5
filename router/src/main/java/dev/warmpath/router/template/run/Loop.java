package dev.warmpath.router.template.run;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Truth;
import java.util.Iterator;
import java.util.List;
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
 * @param memory null when more may come of a turn than its text
 */
public record Loop(
        Code source,
        @Nullable Filter filter,
        Assignment target,
        int loopSlot,
        Step entry,
        Step body,
        Step otherwise,
        @Nullable LoopMemory memory) {

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
        LoopContext loop = null;
        if (loopSlot >= 0) {
            loop = new LoopContext(elements, length, depth, recursion, frame.meter());
            elements = loop;
        }
        // Messages come in a list.
        LoopTurns turns =
                memory == null || !(values instanceof List<?>) ? null : new LoopTurns(memory, around, loop, out);
        boolean completed = false;
        while (elements.hasNext()) {
            Step.Flow flow;
            if (turns == null) {
                frame.meter().loop();
                flow = turn(elements.next(), loop, frame, out);
            } else {
                flow = turn(elements, turns, loop, frame, out);
            }
            if (flow == Step.Flow.BREAK) {
                break;
            }
            completed |= flow == Step.Flow.NEXT;
        }
        // Jinja's else is for loops without a turn that reached its end: one left by break or continue does not count.
        return completed ? Step.Flow.NEXT : otherwise.run(frame, out);
    }

    private Step.Flow turn(
            Iterator<Object> elements, LoopTurns turns, @Nullable LoopContext loop, Frame frame, Out out) {
        Object element = elements.next();
        if (element instanceof Recurring known) {
            return turns.run(known, to -> charged(element, loop, frame, to));
        }
        return charged(element, loop, frame, out);
    }

    private Step.Flow charged(Object element, @Nullable LoopContext loop, Frame frame, Out out) {
        frame.meter().loop();
        return turn(element, loop, frame, out);
    }

    private Step.Flow turn(Object element, @Nullable LoopContext loop, Frame frame, Out out) {
        target.assign(frame, element);
        if (loopSlot >= 0) {
            frame.set(loopSlot, loop);
        }
        entry.run(frame, out);
        return body.run(frame, out);
    }
}
