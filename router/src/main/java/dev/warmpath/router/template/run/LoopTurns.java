package dev.warmpath.router.template.run;

import dev.warmpath.router.template.fault.Meter;
import org.jspecify.annotations.Nullable;

/** One run of a loop over elements that may be known from an earlier rendering. For one thread. */
final class LoopTurns {

    /** Prints an element. */
    @FunctionalInterface
    interface Body {

        Step.Flow run(Out out);
    }

    private final LoopMemory memory;
    private final Frame around;
    private final @Nullable LoopContext loop;
    private final Meter meter;
    private final Out out;

    private @Nullable Object mark;
    private boolean marked;

    /**
     * A run that is about to start.
     *
     * @param around what the loop stands in
     * @param loop the variable, or null when the body does not use it
     */
    LoopTurns(LoopMemory memory, Frame around, @Nullable LoopContext loop, Out out) {
        this.memory = memory;
        this.around = around;
        this.loop = loop;
        this.meter = around.meter();
        this.out = out;
    }

    /** Prints an element as it was printed before, or by the body, if that is not known or would go beyond a limit. */
    Step.Flow run(Recurring element, Body body) {
        Object now = mark();
        if (now == null) {
            return body.run(out);
        }
        for (Turn turn : element.turns()) {
            if (turn.fits(now, loop)) {
                return out.replay(turn) ? Step.Flow.NEXT : body.run(out);
            }
        }
        return remembered(element, now, body);
    }

    /** Of the loop's memory, looked for when the first element comes that may be known. */
    private @Nullable Object mark() {
        if (!marked) {
            mark = memory.mark(around);
            marked = true;
        }
        return mark;
    }

    private Step.Flow remembered(Recurring element, Object now, Body body) {
        int loops = meter.loops();
        long work = meter.work();
        if (loop != null) {
            loop.forgetAsked();
        }
        Out turn = out.turn();
        Step.Flow flow = body.run(turn);
        int chars = out.take(turn);
        // What leaves a loop, or skips the rest of its body, is told by more than the text.
        if (flow == Step.Flow.NEXT && (loop == null || !loop.askedMore())) {
            int index = loop == null ? Turn.NOT_ASKED : loop.askedPlace();
            int last = loop == null ? Turn.NOT_ASKED : loop.askedLast();
            element.remember(new Turn(
                    now, index, last, turn.parts(), chars, meter.loops() - loops, meter.work() - work, meter.depth()));
        }
        return flow;
    }
}
