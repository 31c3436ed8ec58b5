package dev.warmpath.router.admission;

import dev.warmpath.config.settings.admission.PriorityClass;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one class that wait in one lane. Between tenants turns go round, each tenant's own go first come first
 * served. Guarded by the gate.
 */
final class WaitingClass {

    final PriorityClass priority;
    /** What a turn costs: the smaller, the sooner the next one. */
    final double stride;
    /** Where this class stands on the way that all classes of the lane go; who is furthest back has the next turn. */
    double pass;

    /** By tenant, whose turn is next first; a tenant of whom nobody waits is not here. */
    private final Map<String, Set<Ticket>> tenants = new LinkedHashMap<>();

    private int size;

    WaitingClass(PriorityClass priority) {
        this.priority = priority;
        this.stride = 1.0 / priority.share();
    }

    int size() {
        return size;
    }

    int size(String tenant) {
        Set<Ticket> waiting = tenants.get(tenant);
        return waiting == null ? 0 : waiting.size();
    }

    void join(Ticket ticket) {
        if (tenants.computeIfAbsent(ticket.claim.tenant(), first -> new LinkedHashSet<>())
                .add(ticket)) {
            size++;
        }
    }

    void forget(Ticket ticket) {
        Set<Ticket> waiting = tenants.get(ticket.claim.tenant());
        if (waiting != null && waiting.remove(ticket)) {
            size--;
            if (waiting.isEmpty()) {
                tenants.remove(ticket.claim.tenant());
            }
        }
    }

    /** Whose turn it is; there must be one. */
    Ticket next() {
        Iterator<Map.Entry<String, Set<Ticket>>> round = tenants.entrySet().iterator();
        Map.Entry<String, Set<Ticket>> first = round.next();
        round.remove();
        Set<Ticket> waiting = first.getValue();
        Iterator<Ticket> oldest = waiting.iterator();
        Ticket ticket = oldest.next();
        oldest.remove();
        size--;
        if (!waiting.isEmpty()) {
            tenants.put(first.getKey(), waiting);
        }
        return ticket;
    }

    /** The tenant of whom most wait; null when nobody waits. */
    @Nullable
    String largestTenant() {
        String largest = null;
        int most = 0;
        for (Map.Entry<String, Set<Ticket>> tenant : tenants.entrySet()) {
            if (tenant.getValue().size() > most) {
                most = tenant.getValue().size();
                largest = tenant.getKey();
            }
        }
        return largest;
    }

    /** The one of a tenant that came last; there must be one. */
    Ticket newest(String tenant) {
        Ticket newest = null;
        for (Ticket ticket : tenants.getOrDefault(tenant, Set.of())) {
            newest = ticket;
        }
        if (newest == null) {
            throw new IllegalStateException("nobody of this tenant waits");
        }
        return newest;
    }
}
