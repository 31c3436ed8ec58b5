package dev.warmpath.router.admission;

import dev.warmpath.config.settings.admission.PriorityClass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One model's requests at the gate; all of it guarded by the gate.
 *
 * <p>Classes take turns by stride scheduling: each class has a pass that advances by 1/share with each of its turns, and the
 * lowest pass has the next one. So of any run of turns in which a class always waits it gets its share of them, short by
 * less than one turn for each other class, whatever the others send: no class is starved. A class that begins to wait
 * starts where the others are, so that it cannot save turns up.
 */
final class Lane {

    final String model;
    /** How many may be in flight. */
    final int most;

    int inFlight;
    /** How long the latest one waited whose turn came. */
    long latestWaitNanos;

    private final List<WaitingClass> classes = new ArrayList<>();
    /** Pass of the class whose turn was last. */
    private double pass;

    private int queued;

    Lane(String model, int most, List<PriorityClass> priorities) {
        this.model = model;
        this.most = most;
        priorities.forEach(priority -> classes.add(new WaitingClass(priority)));
    }

    int queued() {
        return queued;
    }

    /** How many of one class wait. */
    int queued(PriorityClass priority) {
        return waiting(priority).size();
    }

    void join(Ticket ticket) {
        WaitingClass own = waiting(ticket.claim.priority());
        if (own.size() == 0) {
            own.pass = Math.max(own.pass, pass);
        }
        own.join(ticket);
        queued++;
    }

    void forget(Ticket ticket) {
        WaitingClass own = waiting(ticket.claim.priority());
        int before = own.size();
        own.forget(ticket);
        queued -= before - own.size();
    }

    /** The one whose turn it is; there must be one. */
    Ticket next() {
        WaitingClass first = null;
        for (int i = 0; i < classes.size(); i++) {
            WaitingClass some = classes.get(i);
            if (some.size() > 0 && (first == null || some.pass < first.pass)) {
                first = some;
            }
        }
        if (first == null) {
            throw new IllegalStateException("nobody waits");
        }
        pass = first.pass;
        first.pass += first.stride;
        queued--;
        return first.next();
    }

    /**
     * Who has to make room in a full queue for one more of this claim: the latest of the tenant that, for its class's share,
     * has the most waiting. Null when that would be the newcomer's own tenant, or one that is no better off than it would
     * be then.
     */
    @Nullable
    Ticket displacedBy(Claim newcomer) {
        WaitingClass own = waiting(newcomer.priority());
        double mine = (own.size(newcomer.tenant()) + 1) * own.stride;
        WaitingClass fullest = null;
        String tenant = "";
        double most = mine;
        for (WaitingClass some : classes) {
            String largest = some.largestTenant();
            double weighed = largest == null ? 0 : some.size(largest) * some.stride;
            if (largest != null && weighed > most) {
                most = weighed;
                fullest = some;
                tenant = largest;
            }
        }
        return fullest == null ? null : fullest.newest(tenant);
    }

    private WaitingClass waiting(PriorityClass priority) {
        for (int i = 0; i < classes.size(); i++) {
            WaitingClass some = classes.get(i);
            if (some.priority.name().equals(priority.name())) {
                return some;
            }
        }
        throw new IllegalArgumentException("no such class at the gate: " + priority.name());
    }
}
