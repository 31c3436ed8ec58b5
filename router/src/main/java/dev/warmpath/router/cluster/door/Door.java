package dev.warmpath.router.cluster.door;

import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.cluster.wire.Seal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;

/**
 * One port's door: makes a {@link Handshake} for each connection, and sees that those who have not proved themselves are few
 * and do not stay: the oldest is sent away when it had its time, and while there are too many young ones nobody is let near.
 * Any thread.
 */
public final class Door {

    /** Connections at one time that have not proved themselves. */
    static final int MOST_STRANGERS = 64;

    /** A handshake is one round trip. */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Who is told of what is refused. */
    @FunctionalInterface
    public interface Doorkeeper {
        /**
         * Is told of a connection that was not let in.
         *
         * @param from the other side's address
         */
        void refused(Refused reason, String from);
    }

    private final SecureRandom random = new SecureRandom();
    private final String secret;
    private final String port;
    private final Doorkeeper keeper;
    private final LongSupplier nanoClock;
    private final Map<Handshake, Stranger> strangers = new LinkedHashMap<>();

    private record Stranger(Runnable sendAway, long sinceNanos) {}

    /**
     * A door of its own for each port, so that what was said at one is worth nothing at another.
     *
     * @param port which one, the same on all members
     */
    public Door(String secret, String port, Doorkeeper keeper, LongSupplier nanoClock) {
        this.secret = secret;
        this.port = port;
        this.keeper = keeper;
        this.nanoClock = nanoClock;
    }

    /**
     * A connection that was made from here.
     *
     * @param to its address
     */
    public Handshake going(String to) {
        return new Handshake(this, to, true);
    }

    /**
     * A connection that came.
     *
     * @param from its address
     * @param sendAway closes it; may be called from any thread, at once
     */
    public Handshake coming(String from, Runnable sendAway) {
        Handshake handshake = new Handshake(this, from, false);
        List<Runnable> sentAway = new ArrayList<>();
        boolean full;
        synchronized (strangers) {
            long now = nanoClock.getAsLong();
            Iterator<Stranger> oldest = strangers.values().iterator();
            while (oldest.hasNext()) {
                Stranger stranger = oldest.next();
                if (now - stranger.sinceNanos() < PATIENCE.toNanos()) {
                    break;
                }
                oldest.remove();
                sentAway.add(stranger.sendAway());
            }
            full = strangers.size() >= MOST_STRANGERS;
            if (!full) {
                strangers.put(handshake, new Stranger(sendAway, now));
            }
        }
        sentAway.forEach(stranger -> {
            keeper.refused(Refused.STRANGER, "somebody who said nothing");
            stranger.run();
        });
        if (full) {
            keeper.refused(Refused.STRANGER, from);
            handshake.shut();
            sendAway.run();
        }
        return handshake;
    }

    /** It has proved itself, was refused, or is gone. */
    void left(Handshake handshake) {
        synchronized (strangers) {
            strangers.remove(handshake);
        }
    }

    void refuse(Handshake handshake, Refused reason, String from) {
        left(handshake);
        keeper.refused(reason, from);
    }

    /** Connections that have not proved themselves. */
    int strangers() {
        synchronized (strangers) {
            return strangers.size();
        }
    }

    byte[] nonce() {
        byte[] nonce = new byte[Handshake.NONCE];
        random.nextBytes(nonce);
        return nonce;
    }

    /** What proves to know the secret: for one port, one side of one connection. */
    byte[] proof(String side, byte[] goingNonce, byte[] comingNonce) {
        Mac mac = Seal.mac(secret);
        mac.update(("door " + port + ' ' + side + ' ').getBytes(StandardCharsets.US_ASCII));
        mac.update(goingNonce);
        return mac.doFinal(comingNonce);
    }
}
