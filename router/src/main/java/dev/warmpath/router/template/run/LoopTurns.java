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

    private final Object mark;
    private final @Nullable LoopContext loop;
    private final Meter meter;
    private final Out out;

    /**
     * A run that is about to start.
     *
     * @param mark of the loop's memory
     * @param loop the variable, or null when the body does not use it
     */
    LoopTurns(Object mark, @Nullable LoopContext loop, Meter meter, Out out) {
        this.mark = mark;
        this.loop = loop;
        this.meter = meter;
        this.out = out;
    }

    /** Prints an element as it was printed before; false when that is not known, or would go beyond a limit. */
    boolean replayed(Recurring element) {
        for (Turn turn : element.turns()) {
            if (turn.fits(mark, loop)) {
                return out.replay(turn);
            }
        }
        return false;
    }

    /** Prints it by the body, and lets the element remember what that was. */
    Step.Flow run(Recurring element, Body body) {
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
                    mark, index, last, turn.parts(), chars, meter.loops() - loops, meter.work() - work, meter.depth()));
        }
        return flow;
    }
}
