package dev.warmpath.events.stream;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import java.util.ArrayList;
import java.util.List;

/** Keeps what it is told, one word per event: {@code +7} stored, {@code -7} removed, {@code clear}, {@code drop}. */
final class RecordingSink implements KvEventSink {

    private final List<String> told = new ArrayList<>();

    @Override
    public synchronized void apply(KvEvent event) {
        if (event instanceof BlockStored stored) {
            told.add("+" + (stored.hashes().length == 1 ? stored.hashes()[0] : stored.hashes().length + " blocks"));
        } else if (event instanceof BlockRemoved removed) {
            told.add("-" + removed.hashes()[0]);
        } else if (event instanceof AllBlocksCleared) {
            told.add("clear");
        }
    }

    @Override
    public synchronized void drop() {
        told.add("drop");
    }

    synchronized List<String> told() {
        return List.copyOf(told);
    }

    synchronized int size() {
        return told.size();
    }

    /** What a run of stored blocks looks like. */
    static List<String> stores(long from, long to) {
        List<String> words = new ArrayList<>();
        for (long hash = from; hash <= to; hash++) {
            words.add("+" + hash);
        }
        return words;
    }
}
