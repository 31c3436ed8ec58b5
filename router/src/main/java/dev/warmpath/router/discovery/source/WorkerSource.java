package dev.warmpath.router.discovery.source;

import java.util.concurrent.CompletionStage;

/**
 * Where workers are discovered. It says who is wanted, all of them each time, or that it cannot tell; what follows of
 * that is not its business. A source that has a fault goes on trying by itself.
 */
public interface WorkerSource {

    /** Who is told. Both may be called on any thread, and return at once. */
    interface Listener {

        /** These are wanted and no others; what was a fault before is none any more. */
        void wanted(WantedSet set);

        /** It cannot be told who is wanted; the last set stays as it is. */
        void broken(SourceFault fault);
    }

    /** Begins; called once. Returns at once. */
    void start(Listener listener);

    /** Ends; nothing is told any more soon after. Returns at once; completes when event loops are not needed any more. */
    CompletionStage<?> close();
}
