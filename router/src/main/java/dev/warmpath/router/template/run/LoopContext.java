package dev.warmpath.router.template.run;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Equality;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.value.Attributed;
import dev.warmpath.router.template.value.Lazy;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The variable {@code loop}. Looks ahead or counts only when it is asked to, because what it walks may be computed step by
 * step from what the body does.
 */
final class LoopContext implements Iterator<Object>, Attributed, Callable {

    private final Meter meter;
    private final int depth0;
    private final @Nullable Callable recursion;
    private Iterator<Object> source;
    private int knownLength;
    private int index0 = -1;
    private @Nullable Object previous;
    private @Nullable Object current;
    private @Nullable Object peeked;
    private @Nullable Tuple lastChecked;
    private boolean placeAsked;
    private boolean lastAsked;
    private boolean moreAsked;

    /**
     * A loop about to start.
     *
     * @param knownLength how many elements will come, or -1
     * @param recursion what calling {@code loop} does, or null when the loop is not recursive
     */
    LoopContext(Iterator<Object> source, int knownLength, int depth0, @Nullable Callable recursion, Meter meter) {
        this.source = source;
        this.knownLength = knownLength;
        this.depth0 = depth0;
        this.recursion = recursion;
        this.meter = meter;
    }

    @Override
    public boolean hasNext() {
        return peeked != null || source.hasNext();
    }

    @Override
    public Object next() {
        Object next = peeked != null ? peeked : source.next();
        peeked = null;
        index0++;
        previous = current;
        current = next;
        return next;
    }

    private @Nullable Object peek() {
        if (peeked == null && source.hasNext()) {
            peeked = source.next();
        }
        return peeked;
    }

    private long length() {
        if (knownLength < 0) {
            List<Object> rest = Iteration.toList(new Lazy(source), meter);
            source = rest.iterator();
            knownLength = rest.size() + index0 + 1 + (peeked == null ? 0 : 1);
        }
        return knownLength;
    }

    @Override
    public @Nullable Object attribute(String name) {
        noteAsked(name);
        return switch (name) {
            case "index" -> index0 + 1L;
            case "index0" -> (long) index0;
            case "first" -> index0 == 0;
            case "last" -> isLast();
            case "length" -> length();
            case "revindex" -> length() - index0;
            case "revindex0" -> length() - index0 - 1;
            case "previtem" -> index0 == 0 || previous == null ? new Undefined("there is no previous item") : previous;
            case "nextitem" -> {
                Object next = peek();
                yield next == null ? new Undefined("there is no next item") : next;
            }
            case "depth" -> depth0 + 1L;
            case "depth0" -> (long) depth0;
            case "cycle" -> (Callable) this::cycle;
            case "changed" -> (Callable) this::changed;
            default -> null;
        };
    }

    private void noteAsked(String name) {
        switch (name) {
            case "index", "index0", "first" -> placeAsked = true;
            case "last" -> lastAsked = true;
            default -> moreAsked = true;
        }
    }

    /** From here on it is told what a turn asks for. */
    void forgetAsked() {
        placeAsked = false;
        lastAsked = false;
        moreAsked = false;
    }

    /** Whether something else was asked for than the place, and whether it is the last one. */
    boolean askedMore() {
        return moreAsked;
    }

    /** The place, if it was asked for. */
    int askedPlace() {
        return placeAsked ? index0 : Turn.NOT_ASKED;
    }

    /** Whether it is the last one, as {@link Turn#last} has it. */
    int askedLast() {
        return lastAsked ? (isLast() ? 1 : 0) : Turn.NOT_ASKED;
    }

    int place() {
        return index0;
    }

    boolean isLast() {
        return peek() == null;
    }

    @Override
    public String shown() {
        moreAsked = true;
        return "<LoopContext " + (index0 + 1) + "/" + length() + ">";
    }

    private Object cycle(Args args, Meter unused) {
        if (args.positional().isEmpty()) {
            throw Fault.operation("no items for cycling given");
        }
        return args.positional().get(index0 % args.positional().size());
    }

    private Object changed(Args args, Meter unused) {
        Tuple now = new Tuple(new ArrayList<>(args.positional()));
        boolean same = lastChecked != null && Equality.equal(lastChecked, now, meter);
        lastChecked = now;
        return !same;
    }

    @Override
    public Object call(Args args, Meter unused) {
        moreAsked = true;
        if (recursion == null) {
            throw Fault.operation("the loop must have the 'recursive' marker to be recursive");
        }
        return recursion.call(args, meter);
    }
}
