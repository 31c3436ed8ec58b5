package dev.warmpath.router.admission;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many requests in at one time, in all and per model, and makes the others wait in bounded queues.
 *
 * <p>One queue per model; between models, turns go round. A model that is at its own limit is passed over, so its queue
 * holds up no other, and as each queue has its own bound, no model can fill another's. Inside a queue classes share turns
 * ({@link Lane}), tenants of a class take turns, and a tenant's own go first come first served. In a full queue whoever has
 * most makes room for who has less, so that no tenant can fill it for the others.
 *
 * <p>After each step no request waits that could go on. That is why a newcomer that finds a place free overtakes nobody,
 * and why a place that is given back is handed on in the same step: it is never free while someone could have it.
 *
 * <p>Used from all event loops, under one lock. A step costs a look at each configured model at most, well under a
 * microsecond for a few; waiters are told outside the lock. The gate has no clock of its own: who waits too long says so,
 * with {@link Ticket#giveUp}.
 */
public final class AdmissionGate {

    private final AdmissionSettings settings;
    private final LongSupplier nanos;
    private final Map<String, Lane> lanes = new HashMap<>();
    /** The same in a fixed order, for turns. */
    private final List<Lane> round = new ArrayList<>();

    private final Object lock = new Object();
    private int inFlight;
    private int queued;
    /** In {@link #round}: whose turn is next. */
    private int turn;

    /**
     * @param models the configured ones; no others may be asked for, so that no client can make a queue
     * @param nanos of {@link System#nanoTime}'s kind
     */
    public AdmissionGate(AdmissionSettings settings, Collection<ModelSettings> models, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
        for (ModelSettings model : models) {
            Integer own = model.maxInFlight();
            Lane lane = new Lane(model.name(), own == null ? settings.maxInFlightPerModel() : own, settings.classes());
            if (lanes.putIfAbsent(model.name(), lane) == null) {
                round.add(lane);
            }
        }
    }

    /**
     * Asks for a place.
     *
     * @param waiter told when the turn comes, unless the ticket already {@linkplain Ticket#holding holds} a place
     * @return to be {@linkplain Ticket#leave left} in any case
     * @throws QueueFull the model's queue is full, and nobody in it has to make room
     * @throws IllegalArgumentException the model is not configured
     */
    public Ticket ask(String model, Claim claim, Waiter waiter) throws QueueFull {
        Lane lane = lane(model);
        Ticket ticket;
        Ticket displaced = null;
        QueueFull full = null;
        synchronized (lock) {
            if (hasRoom(lane)) {
                inFlight++;
                lane.inFlight++;
                return new Ticket(this, lane, claim, waiter, nanos.getAsLong(), Ticket.State.HOLDING);
            }
            if (lane.queued() >= settings.maxQueuedPerModel()) {
                full = new QueueFull(model, Duration.ofNanos(lane.latestWaitNanos));
                displaced = lane.displacedBy(claim);
                if (displaced == null) {
                    throw full;
                }
                giveUp(displaced);
            }
            ticket = new Ticket(this, lane, claim, waiter, nanos.getAsLong(), Ticket.State.WAITING);
            lane.join(ticket);
            queued++;
        }
        if (displaced != null && full != null) {
            displaced.tellDisplaced(full);
        }
        return ticket;
    }

    /** Requests of one class that wait, over all models. */
    public int queued(PriorityClass priority) {
        synchronized (lock) {
            int waiting = 0;
            for (Lane lane : round) {
                waiting += lane.queued(priority);
            }
            return waiting;
        }
    }

    /** The configured classes. */
    public List<PriorityClass> classes() {
        return settings.classes();
    }

    /** Requests that hold a place. */
    public int inFlight() {
        synchronized (lock) {
            return inFlight;
        }
    }

    /** Requests of one model that hold a place. */
    public int inFlight(String model) {
        Lane lane = lane(model);
        synchronized (lock) {
            return lane.inFlight;
        }
    }

    /** Requests that wait. */
    public int queued() {
        synchronized (lock) {
            return queued;
        }
    }

    /** Requests of one model that wait. */
    public int queued(String model) {
        Lane lane = lane(model);
        synchronized (lock) {
            return lane.queued();
        }
    }

    /** The configured models. */
    public List<String> models() {
        return round.stream().map(lane -> lane.model).toList();
    }

    Ticket.State stateOf(Ticket ticket) {
        synchronized (lock) {
            return ticket.state;
        }
    }

    boolean giveUp(Ticket ticket) {
        synchronized (lock) {
            if (ticket.state != Ticket.State.WAITING) {
                return false;
            }
            ticket.state = Ticket.State.GONE;
            ticket.lane.forget(ticket);
            queued--;
            return true;
        }
    }

    void leave(Ticket ticket) {
        Ticket next = null;
        synchronized (lock) {
            if (ticket.state == Ticket.State.HOLDING) {
                ticket.state = Ticket.State.GONE;
                inFlight--;
                ticket.lane.inFlight--;
                // One place was given back, so one waiter at most can go on.
                next = admitNext();
            } else {
                giveUp(ticket);
            }
        }
        if (next != null) {
            next.tell();
        }
    }

    private @Nullable Ticket admitNext() {
        for (int i = 0; queued > 0 && i < round.size(); i++) {
            int at = (turn + i) % round.size();
            Lane lane = round.get(at);
            if (lane.queued() > 0 && hasRoom(lane)) {
                turn = (at + 1) % round.size();
                Ticket ticket = lane.next();
                queued--;
                ticket.state = Ticket.State.HOLDING;
                inFlight++;
                lane.inFlight++;
                lane.latestWaitNanos = nanos.getAsLong() - ticket.askedNanos;
                return ticket;
            }
        }
        return null;
    }

    private boolean hasRoom(Lane lane) {
        return inFlight < settings.maxInFlight() && lane.inFlight < lane.most;
    }

    private Lane lane(String model) {
        Lane lane = lanes.get(model);
        if (lane == null) {
            throw new IllegalArgumentException("no such model at the gate: " + model);
        }
        return lane;
    }
}
