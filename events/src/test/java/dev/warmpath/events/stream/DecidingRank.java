package dev.warmpath.events.stream;

import dev.warmpath.events.stream.TrackedRank.Effect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rank that does nothing but write down what a {@link SequenceTracker} decides for it, and the batches of its publishers. */
final class DecidingRank implements TrackedRank {

    /** In order: the number of a batch that was applied, or what else was done. */
    final List<String> decided = new ArrayList<>();

    /** What applying a batch does; {@link Effect#INTACT} where nothing is said. */
    final Map<Long, Effect> effects = new HashMap<>();

    @Override
    public Effect apply(long sequence, byte[] payload) {
        decided.add(Long.toString(sequence));
        return effects.getOrDefault(sequence, Effect.INTACT);
    }

    @Override
    public void drop() {
        decided.add("drop");
    }

    @Override
    public void ask(long from) {
        decided.add("ask " + from);
    }

    @Override
    public void stopAsking() {
        decided.add("stop");
    }

    @Override
    public void resumed(Resumption outcome) {
        decided.add(outcome.key());
    }

    static byte[] bytes(long sequence) {
        return ("first life, batch " + sequence).getBytes(StandardCharsets.UTF_8);
    }

    static byte[] otherBytes(long sequence) {
        return ("second life, batch " + sequence).getBytes(StandardCharsets.UTF_8);
    }
}
