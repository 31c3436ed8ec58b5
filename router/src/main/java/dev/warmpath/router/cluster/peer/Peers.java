package dev.warmpath.router.cluster.peer;

import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.status.MemberStatus;
import dev.warmpath.router.cluster.wire.Envelope;
import dev.warmpath.router.cluster.wire.Greeting;
import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.router.cluster.wire.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other routers: who they are, whether they are heard, and whether all that they said came. On the cluster's thread.
 *
 * <p>A router that is gone is told of by the cluster manager, and its load goes at once. One that is frozen, or that
 * nothing comes from, says nothing of itself: after {@code cluster.stale_after} its load goes too, until it is heard whole
 * again. Each message has the next number; where one is missing all is asked for, and what came meanwhile counts already,
 * for numbers are told as they are and not by how much they differ.
 *
 * <p>Nothing is taken from a router before it has answered a number that was made up for it ({@link Acquaintance}), and nothing
 * that was said before: who writes down what goes over the wire and says it again, of routers that are there or gone, brings
 * back neither them nor their load.
 */
public final class Peers {

    private static final Logger log = LoggerFactory.getLogger(Peers.class);

    private static final long ASK_AGAIN_NANOS = Duration.ofMillis(200).toNanos();
    private static final Duration LOST_TOLD = Duration.ofMinutes(10);
    private static final int MOST_LOST = 64;

    /** What is to be done about a message, beside what was done. */
    public enum Then {
        NOTHING,
        /** There is one more than are taken. */
        REFUSE,
        /** Something that it said is missing. */
        ASK,
        /** It does not know enough of this router. */
        TELL,
        /** It has to show first that it is there now; what it says is not taken before. */
        GREET,
        /** It was said before. */
        REPLAYED
    }

    private final int most;
    private final long staleNanos;
    private final long lostNanos;
    private final OthersLoads loads;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Map<String, Peer> peers = new LinkedHashMap<>();
    private final Strangers strangers = new Strangers();
    private final Map<String, MemberStatus> lost = new LinkedHashMap<>();
    private final BitSet slots = new BitSet();

    /** @param most routers beside this one whose load is taken */
    public Peers(
            int most,
            Duration staleAfter,
            Duration memberTimeout,
            OthersLoads loads,
            LongSupplier nanoClock,
            InstantSource clock) {
        this.most = most;
        this.staleNanos = staleAfter.toNanos();
        this.lostNanos = staleAfter.plus(memberTimeout).toNanos();
        this.loads = loads;
        this.nanoClock = nanoClock;
        this.clock = clock;
    }

    /**
     * Takes a message of another router.
     *
     * @param self this router's id
     */
    public Then take(Envelope envelope, String self, int bytes) {
        long now = nanoClock.getAsLong();
        Peer peer = peers.get(envelope.from());
        Hello hello = envelope.message() instanceof Message.Load load ? load.hello() : null;
        if (peer == null) {
            Acquaintance begun = strangers.with(envelope.from(), now);
            begun.hear(hello, self);
            if (!begun.isAnswered(hello, self)) {
                return Then.GREET;
            }
            if (peers.size() >= most) {
                return Then.REFUSE;
            }
            peer = meet(envelope.from(), begun, now);
            heard(peer, envelope, bytes, now);
            return Then.TELL;
        }
        if (envelope.sequence() <= peer.sequence) {
            return Then.REPLAYED;
        }
        if (envelope.message() instanceof Message.Bye) {
            bye(peer);
            return Then.NOTHING;
        }
        boolean asksAnew = peer.acquaintance.hear(hello, self);
        heard(peer, envelope, bytes, now);
        if (asksAnew) {
            return Then.TELL;
        }
        if (!peer.whole && now - peer.askedNanos >= ASK_AGAIN_NANOS) {
            peer.askedNanos = now;
            return Then.ASK;
        }
        return Then.NOTHING;
    }

    private Peer meet(String id, Acquaintance begun, long now) {
        strangers.forget(id);
        Peer peer = new Peer(id, begun, slots.nextClearBit(0), clock.instant(), now);
        slots.set(peer.slot);
        peers.put(id, peer);
        return peer;
    }

    private void heard(Peer peer, Envelope envelope, int bytes, long now) {
        count(peer, envelope.sequence(), bytes, now);
        if (envelope.message() instanceof Message.Load load) {
            load(peer, load);
        }
    }

    /** What is to be said to each router, those included that have still to show that they are there. */
    public List<Greeting> greetings() {
        List<Greeting> all = new ArrayList<>(strangers.greetings());
        peers.values().forEach(peer -> all.add(peer.acquaintance.greeting()));
        return all;
    }

    private static void count(Peer peer, long sequence, int bytes, long now) {
        if (peer.sequence >= 0 && sequence > peer.sequence + 1) {
            peer.missed += sequence - peer.sequence - 1;
            peer.whole = false;
        }
        peer.sequence = sequence;
        peer.heardNanos = now;
        peer.messages++;
        peer.bytes += bytes;
    }

    private void load(Peer peer, Message.Load load) {
        Hello hello = load.hello();
        if (hello != null) {
            met(peer, hello);
        }
        // What a router says that was given up counts again when it has said everything.
        if (peer.state == MemberState.LIVE) {
            loads.take(peer, load);
        }
    }

    private void met(Peer peer, Hello hello) {
        boolean first = peer.hello == null;
        peer.hello = hello;
        peer.whole = true;
        MemberStatus before = lost.remove(hello.name());
        if (peer.state == MemberState.SILENT) {
            peer.turn(MemberState.LIVE, clock.instant());
            log.atInfo().addKeyValue("router", peer.name()).log("a router is heard again: its load counts");
        } else if (first) {
            log.atInfo()
                    .addKeyValue("router", peer.name())
                    .addKeyValue("routers", peers.size() + 1)
                    .log(before == null ? "a router has joined: its load counts" : "a lost router is back");
        }
    }

    /** The cluster manager says that a router is gone. */
    public void left(String id) {
        strangers.forget(id);
        Peer peer = peers.get(id);
        if (peer != null) {
            remove(peer);
            peer.turn(MemberState.LOST, clock.instant());
            if (lost.size() < MOST_LOST) {
                lost.put(peer.name(), peer.status(nanoClock.getAsLong()));
            }
            log.atWarn()
                    .addKeyValue("router", peer.name())
                    .addKeyValue("routers", peers.size() + 1)
                    .log("a router is lost: its load counts no more");
        }
    }

    private void bye(Peer peer) {
        remove(peer);
        log.atInfo()
                .addKeyValue("router", peer.name())
                .addKeyValue("routers", peers.size() + 1)
                .log("a router has stopped: its load counts no more");
    }

    private void remove(Peer peer) {
        loads.forget(peer);
        peers.remove(peer.id);
        slots.clear(peer.slot);
    }

    /** This router is no member any more, so that nothing of the others can be known. */
    public void leftAlone() {
        new ArrayList<>(peers.keySet()).forEach(this::left);
    }

    /** Gives up those that were not heard for too long. Called now and then. */
    public void age() {
        long now = nanoClock.getAsLong();
        for (Peer peer : peers.values()) {
            if (peer.state == MemberState.LIVE && now - peer.heardNanos > staleNanos) {
                loads.forget(peer);
                peer.turn(MemberState.SILENT, clock.instant());
                peer.whole = false;
                log.atWarn()
                        .addKeyValue("router", peer.name())
                        .addKeyValue("after_ms", staleNanos / 1_000_000)
                        .log("a router is not heard any more: its load counts for nothing until it is");
            }
        }
        for (Peer peer : new ArrayList<>(peers.values())) {
            // Membership may be mistaken about one that was away for a while; silence is not.
            if (peer.state == MemberState.SILENT && now - peer.heardNanos > lostNanos) {
                left(peer.id);
            }
        }
        strangers.age(now);
        Instant forgotten = clock.instant().minus(LOST_TOLD);
        lost.values().removeIf(member -> member.since().isBefore(forgotten));
    }

    /** Whether some router is heard. */
    public boolean any() {
        for (Peer peer : peers.values()) {
            if (peer.state == MemberState.LIVE) {
                return true;
            }
        }
        return false;
    }

    /** How many there are, heard or not. */
    public int size() {
        return peers.size();
    }

    /** What is known of each, those lost not long ago included. */
    public List<MemberStatus> status() {
        long now = nanoClock.getAsLong();
        List<MemberStatus> all = new ArrayList<>();
        peers.values().forEach(peer -> all.add(peer.status(now)));
        all.addAll(lost.values());
        return all;
    }
}
