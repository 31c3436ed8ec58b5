package dev.warmpath.router.http;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.circuit.Passage;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.scorer.choice.Choice;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The passages of one attempt's legs: tells the fleet what became of each. A fault is charged to the leg that it names
 * and to no other. What the client is to blame for is charged to nobody, and so is what ends because the client left or
 * the other leg failed.
 */
final class LegPassages {

    /**
     * Members that the router alone puts into a body. A 400 that names one, from a worker of several ranks, says that the
     * rank is not there, which no client can help.
     */
    private static final List<String> STEERING = List.of("data_parallel_rank", "routed_dp_rank", "dp_rank");

    private static final int LOOKED_AT = 4096;

    /** Of the prefill leg of a pair. */
    private final @Nullable Passage prefill;
    /** Of the leg whose answer the client gets. */
    private final Passage answering;

    private LegPassages(@Nullable Passage prefill, Passage answering) {
        this.prefill = prefill;
        this.answering = answering;
    }

    /** Leave for all legs of a choice, or null when one of its targets may not be used any more. */
    static @Nullable LegPassages enter(Fleet fleet, Choice choice) {
        if (choice instanceof Choice.Single single) {
            Passage passage = fleet.enter(single.target().target(), isLastResort(single.kind()));
            return passage == null ? null : new LegPassages(null, passage);
        }
        Choice.Pair pair = (Choice.Pair) choice;
        Passage prefill = fleet.enter(pair.prefillTarget().target(), isLastResort(pair.prefillKind()));
        if (prefill == null) {
            return null;
        }
        Passage decode = fleet.enter(pair.decodeTarget().target(), isLastResort(pair.decodeKind()));
        if (decode == null) {
            prefill.abandoned();
            return null;
        }
        return new LegPassages(prefill, decode);
    }

    private static boolean isLastResort(Choice.Kind kind) {
        return kind == Choice.Kind.LAST_RESORT;
    }

    /** The answer has begun. It speaks for both legs: decode has none without prefill's hand-off. */
    void began() {
        if (prefill != null) {
            prefill.began();
            prefill.completed();
        }
        answering.began();
    }

    /** The answer is complete, and the worker did not report an error inside it. */
    void completed() {
        answering.completed();
    }

    /** The worker itself reported an error inside an answer that had begun well. */
    void carriedError() {
        answering.faulted();
    }

    /** A leg failed; the other one ends with it. */
    void failed(LegFault fault) {
        Passage blamed = blamed(fault.target());
        switch (fault.kind()) {
            case CONNECT, TLS -> blamed.refused();
            case RESET -> blamed.broke();
            case TRUNCATED -> blamed.cut();
            case STATUS, ERROR_EVENT, MALFORMED, NO_HAND_OFF -> {
                blamed.reached();
                if (!fault.clientFault() || rankRefused(fault)) {
                    blamed.faulted();
                }
            }
            case HAND_OFF_EXPIRED -> {
                // Decode that could not be asked in time is as busy as with a full pool.
                if (fault.role() == Role.PREFILL) {
                    blamed.reached();
                    blamed.faulted();
                }
            }
            case POOL_FULL -> {
                // Says that the worker is busy, and nothing of how it serves.
            }
        }
        abandoned();
    }

    private Passage blamed(Target target) {
        return prefill != null && prefill.target().equals(target) ? prefill : answering;
    }

    /** Whether a worker of several ranks says that it does not know the one that it was asked for. */
    private boolean rankRefused(LegFault fault) {
        WorkerAnswer answer = fault.answer();
        if (answer == null || answer.status() != 400 || !blamed(fault.target()).ofSeveral()) {
            return false;
        }
        Buffer body = answer.body();
        String text = body.getString(0, Math.min(LOOKED_AT, body.length()), StandardCharsets.ISO_8859_1.name());
        return STEERING.stream().anyMatch(text::contains);
    }

    /** No answer came in time. Only a leg that was alone is to blame for that: of two, either may have waited. */
    void timedOut() {
        if (prefill == null) {
            answering.faulted();
        }
        abandoned();
    }

    /** The attempt ended before its legs had come to an end. */
    void abandoned() {
        if (prefill != null) {
            prefill.abandoned();
        }
        answering.abandoned();
    }
}
