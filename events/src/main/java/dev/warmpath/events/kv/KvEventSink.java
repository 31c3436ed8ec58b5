package dev.warmpath.events.kv;

/**
 * One rank's view, as its stream tells it. Calls for one rank never overlap and come from the one thread that owns the
 * rank's stream; they must not block and must not throw for any event.
 */
public interface KvEventSink {

    /** Applies one event. */
    void apply(KvEvent event);

    /** Forgets everything this rank announced: its publisher restarted, or its history is lost. */
    void drop();
}
