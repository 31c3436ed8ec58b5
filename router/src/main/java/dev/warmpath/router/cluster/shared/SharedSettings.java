package dev.warmpath.router.cluster.shared;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.cluster.wire.Register;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Overlap weights, drains and client keys as they were last changed on any router.
 *
 * <p>Each is a register: the last writer wins, by a {@link HybridClock}; of two that wrote at one moment the same one
 * wins everywhere. What stands in the configuration is no change and has no version, so it holds until somebody changes
 * it, and whatever was changed holds against it: also on a router that starts later, for as long as one router runs that
 * knows of it. Routers exchange all their registers when they meet, so one that was away or cut off has the newest again.
 *
 * <p>A drain of a worker that is not registered here is kept until it is. Any thread; whoever changes something here
 * holds its own lock while it calls, so nothing is called back under this one but the ring of keys.
 */
public final class SharedSettings {

    private static final Logger log = LoggerFactory.getLogger(SharedSettings.class);

    private static final String WEIGHTS = "weights";
    private static final String KEYS = "keys";
    private static final String DRAIN = "drain:";

    /** Drains of workers come and go with workers; above so many the oldest is forgotten. */
    static final int MOST = 4096;

    /** Takes a worker out of service or brings it back, as {@link Fleet#drain}. */
    @FunctionalInterface
    public interface Drainer {
        @Nullable
        Worker drain(String worker, boolean draining);
    }

    private final String self;
    private final PairChooser chooser;
    private final Fleet fleet;
    private final HybridClock clock;
    private final TreeMap<String, Register> registers = new TreeMap<>();
    /** The worker that a drain was last put in force on: a successor of the same URL joins in service, and is drained anew. */
    private final Map<String, Worker> drainedOn = new HashMap<>();

    private volatile Drainer drainer;
    private @Nullable KeyRing ring;
    private long ownChanges;

    /** @param self what this router is called */
    public SharedSettings(String self, PairChooser chooser, Fleet fleet, InstantSource clock) {
        this.self = self;
        this.chooser = chooser;
        this.fleet = fleet;
        this.clock = new HybridClock(clock);
        this.drainer = fleet::drain;
    }

    /** How drains that were made elsewhere are put in force; the fleet's own way unless this is called. */
    public void drainBy(Drainer other) {
        this.drainer = other;
    }

    /** From now on changes of these keys are shared. Not where callers need none: keys would shut them out. */
    public synchronized void share(KeyRing keys) {
        this.ring = keys;
        keys.onChange(this::changed);
    }

    /**
     * Puts weights in force.
     *
     * @param expected those that are to be replaced
     * @return false when others are in force by now, and nothing was changed
     */
    public synchronized boolean setWeights(OverlapWeights expected, OverlapWeights after) {
        if (!chooser.weights().equals(expected)) {
            return false;
        }
        chooser.setWeights(after);
        if (!after.equals(expected)) {
            put(WEIGHTS, WeightsText.write(after));
        }
        return true;
    }

    /** A worker was taken out of service here, or brought back. */
    public synchronized void drained(Worker worker, boolean draining) {
        put(DRAIN + worker.id(), Boolean.toString(draining));
        drainedOn.put(worker.id(), worker);
    }

    private synchronized void changed(ClientKeys keys) {
        KeyRing known = Objects.requireNonNull(ring);
        // Again, for those of another router may have come in between; it is this change that is the newest.
        known.take(keys);
        put(KEYS, KeysJson.write(keys.keys()));
    }

    private void put(String name, String value) {
        registers.put(name, new Register(name, clock.next(), self, value));
        ownChanges++;
        trim();
    }

    /** The same on all routers, whoever made a change: what one has forgotten no other brings back. */
    private void trim() {
        if (registers.size() > MOST) {
            registers.values().stream()
                    .filter(register -> register.name().startsWith(DRAIN))
                    .min(Comparator.comparingLong(Register::version).thenComparing(Comparator.naturalOrder()))
                    .ifPresent(oldest -> {
                        registers.remove(oldest.name());
                        drainedOn.remove(oldest.name().substring(DRAIN.length()));
                    });
        }
    }

    /** All of them, for another router. */
    public synchronized List<Register> registers() {
        return List.copyOf(registers.values());
    }

    /** A number that differs where registers do. */
    public synchronized long digest() {
        long digest = 0;
        for (Register register : registers.values()) {
            digest = 31 * digest + register.name().hashCode();
            digest = 31 * digest + Long.hashCode(register.version());
            digest = 31 * digest + register.origin().hashCode();
        }
        return digest;
    }

    /** Takes what another router has, and puts in force what is newer there. Not for event loops. */
    public void take(List<Register> theirs) {
        for (Register register : theirs) {
            try {
                take(register);
            } catch (IllegalArgumentException unreadable) {
                log.atWarn()
                        .addKeyValue("register", register.name())
                        .addKeyValue("origin", register.origin())
                        .addKeyValue("reason", unreadable.getMessage())
                        .log("a change made on another router cannot be read, and is not put in force here");
            }
        }
        remindOfDrains();
    }

    private synchronized void take(Register register) {
        Register own = registers.get(register.name());
        if (own != null && own.compareTo(register) >= 0) {
            return;
        }
        if (register.name().equals(WEIGHTS)) {
            OverlapWeights before = chooser.weights();
            OverlapWeights after = WeightsText.read(register.value(), before);
            accept(register);
            chooser.setWeights(after);
            tell(register, "overlap weights", before, after);
        } else if (register.name().equals(KEYS)) {
            List<ClientKey> keys = KeysJson.read(register.value());
            accept(register);
            KeyRing known = ring;
            if (known != null) {
                int before = known.inForce().keys().size();
                known.take(ClientKeys.of(keys));
                tell(register, "client keys", before, keys.size());
            }
        } else if (register.name().startsWith(DRAIN)) {
            accept(register);
            drainedOn.remove(register.name().substring(DRAIN.length()));
        }
    }

    private void accept(Register register) {
        clock.seen(register.version());
        registers.put(register.name(), register);
        trim();
    }

    private static void tell(Register register, String what, Object before, Object after) {
        log.atInfo()
                .addKeyValue("router", register.origin())
                .addKeyValue("before", before)
                .addKeyValue("after", after)
                .log(what + " were changed on another router, and hold here");
    }

    /**
     * Puts drains in force that were made elsewhere, or before their worker was registered here. Called now and then. Each
     * is put in force once for a worker, so that nothing here fights with what is done to it later.
     */
    public void remindOfDrains() {
        for (Register drain : openDrains()) {
            String id = drain.name().substring(DRAIN.length());
            Worker worker = fleet.view().worker(id);
            if (worker != null && inForce(drain, worker)) {
                boolean draining = Boolean.parseBoolean(drain.value());
                boolean news = worker.draining() != draining;
                drainer.drain(id, draining);
                again(drain, id);
                if (news) {
                    tell(drain, "worker " + id + ": draining", !draining, draining);
                }
            }
        }
    }

    private synchronized List<Register> openDrains() {
        List<Register> open = new ArrayList<>();
        for (Register register : registers.tailMap(DRAIN).values()) {
            if (!register.name().startsWith(DRAIN)) {
                break;
            }
            String id = register.name().substring(DRAIN.length());
            Worker worker = fleet.view().worker(id);
            if (worker != null && !worker.equals(drainedOn.get(id))) {
                open.add(register);
            }
        }
        return open;
    }

    private synchronized boolean inForce(Register drain, Worker worker) {
        if (!drain.equals(registers.get(drain.name()))) {
            return false;
        }
        drainedOn.put(worker.id(), worker);
        return true;
    }

    /** A change that was made here meanwhile is the newer one: the next round puts it in force once more. */
    private synchronized void again(Register drain, String id) {
        if (!drain.equals(registers.get(drain.name()))) {
            drainedOn.remove(id);
        }
    }

    /** Grows with each change that is made here, to be told at once. */
    public synchronized long ownChanges() {
        return ownChanges;
    }

    /** How many changes hold here, whoever made them. */
    public synchronized int size() {
        return registers.size();
    }
}
