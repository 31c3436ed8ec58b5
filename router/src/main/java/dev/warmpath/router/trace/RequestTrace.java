package dev.warmpath.router.trace;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import io.vertx.core.MultiMap;

/** What happens to one request, told to whoever traces it. One event loop. */
public interface RequestTrace {

    /** For requests that nobody traces. */
    RequestTrace NONE = new RequestTrace() {
        @Override
        public void step(Step step) {}

        @Override
        public LegTrace leg(Role role, Target target, MultiMap headers) {
            return LegTrace.NONE;
        }

        @Override
        public void end(String model, int status, String reason) {}
    };

    /** What a request goes through before its legs, one after the other. */
    enum Step {
        /** Its body comes in. */
        READ("read"),
        /** It waits for its turn. */
        WAIT("wait"),
        /** Template, tokens, hashes. */
        PROMPT("prompt"),
        /** Targets are chosen; once more at each retry. */
        CHOOSE("choose"),
        /** A leg's answer is awaited and passed on. */
        ANSWER("answer");

        private final String key;

        Step(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }
    }

    /** This step begins, and the one before it ends. */
    void step(Step step);

    /**
     * A leg is about to be sent.
     *
     * @param headers of its request; the context of the leg's span is written into them
     */
    LegTrace leg(Role role, Target target, MultiMap headers);

    /**
     * The request is over.
     *
     * @param model a configured one, or {@code other}
     * @param status what the client got, or 499 when it left first
     * @param reason why it ended so, from a fixed set
     */
    void end(String model, int status, String reason);
}
