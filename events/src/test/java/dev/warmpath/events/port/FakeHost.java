package dev.warmpath.events.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;

/** A host whose free bases and kernel draws the test decides, and which remembers what it was asked. */
final class FakeHost implements PortProbe {

    private final IntPredicate freeBases;
    private final Deque<Integer> draws = new ArrayDeque<>();
    final List<Integer> asked = new ArrayList<>();
    int drawsMade;

    private FakeHost(IntPredicate freeBases) {
        this.freeBases = freeBases;
    }

    static FakeHost allFree() {
        return new FakeHost(base -> true);
    }

    static FakeHost allBusy() {
        return new FakeHost(base -> false);
    }

    static FakeHost onlyFree(int base) {
        return new FakeHost(candidate -> candidate == base);
    }

    /** The kernel's next answers; when they are used up the last one repeats. */
    FakeHost drawing(int... ports) {
        for (int port : ports) {
            draws.add(port);
        }
        return this;
    }

    @Override
    public boolean allFree(int base, int count) {
        asked.add(base);
        return freeBases.test(base);
    }

    @Override
    public int draw() {
        drawsMade++;
        return draws.size() > 1 ? draws.remove() : draws.element();
    }
}
