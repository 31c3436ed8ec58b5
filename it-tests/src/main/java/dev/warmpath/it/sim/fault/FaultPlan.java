package dev.warmpath.it.sim.fault;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of an engine go wrong. Rules are tried in the order in which they were given; the first that matches
 * and is not used up decides. Unless a rule says otherwise it holds for requests that generate, so that probes do not
 * use it up. Safe for several threads.
 */
public final class FaultPlan {

    private static final Set<String> GENERATING = Set.of(
            "/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/messages", "/generate", "/v1/embeddings");

    private final ConcurrentLinkedDeque<Rule> rules = new ConcurrentLinkedDeque<>();

    private record Rule(Predicate<String> path, AtomicInteger left, Fault fault) {
        boolean takes(String requested) {
            return path.test(requested) && left.getAndUpdate(n -> n == Integer.MAX_VALUE ? n : Math.max(0, n - 1)) > 0;
        }
    }

    /** The next requests that generate. */
    public FaultPlan nextRequests(int count, Fault fault) {
        return nextRequests(count, GENERATING::contains, fault);
    }

    /** The next requests to these paths. */
    public FaultPlan nextRequests(int count, Predicate<String> path, Fault fault) {
        rules.add(new Rule(path, new AtomicInteger(count), fault));
        return this;
    }

    /** Every request that generates, until {@link #clear}. */
    public FaultPlan always(Fault fault) {
        return always(GENERATING::contains, fault);
    }

    /** Every request to these paths, until {@link #clear}. */
    public FaultPlan always(Predicate<String> path, Fault fault) {
        return nextRequests(Integer.MAX_VALUE, path, fault);
    }

    public FaultPlan clear() {
        rules.clear();
        return this;
    }

    /** The fault of a request to this path; null for none. Counts. */
    public @Nullable Fault take(String path) {
        for (Iterator<Rule> all = rules.iterator(); all.hasNext(); ) {
            Rule rule = all.next();
            if (rule.takes(path)) {
                return rule.fault();
            }
            if (rule.left().get() == 0) {
                all.remove();
            }
        }
        return null;
    }
}
