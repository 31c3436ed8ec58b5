package dev.warmpath.router.cluster;

import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.peer.Peers;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.cluster.wire.Envelope;
import dev.warmpath.router.cluster.wire.Message;
import dev.warmpath.router.cluster.wire.MessageReader;
import dev.warmpath.router.cluster.wire.MessageWriter;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.cluster.wire.RefusedMessage;
import dev.warmpath.router.cluster.wire.Seal;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is said and answered while this router is a member: changes as they come, everything now and then, everything
 * when somebody new is heard or asks for it, and operators' changes where registers differ. On the cluster's thread.
 */
final class Talk {

    private static final Logger log = LoggerFactory.getLogger(Talk.class);

    /** Several members may ask at one time; one answer is for all of them. */
    private static final long SAY_AGAIN_NANOS = Duration.ofMillis(100).toNanos();

    private final Bus bus;
    private final Seal seal;
    private final Peers peers;
    private final OwnLoads own;
    private final Introduction introduction;
    private final SharedSettings shared;
    private final Executor settingsThread;
    private final Tally tally;

    private long sequence;
    private boolean wantsAll = true;
    private boolean wantsRegisters;
    private long saidAllNanos;
    private long saidRegistersNanos;
    private long ownChangesSaid = -1;

    Talk(
            Bus bus,
            Seal seal,
            Peers peers,
            OwnLoads own,
            Introduction introduction,
            SharedSettings shared,
            Executor settingsThread,
            Tally tally,
            long nowNanos) {
        this.bus = bus;
        this.seal = seal;
        this.peers = peers;
        this.own = own;
        this.introduction = introduction;
        this.shared = shared;
        this.settingsThread = settingsThread;
        this.tally = tally;
        this.saidAllNanos = nowNanos - SAY_AGAIN_NANOS;
        this.saidRegistersNanos = saidAllNanos;
    }

    Bus bus() {
        return bus;
    }

    /** Says what there is to say; {@code all} when everything is due. Called every few milliseconds. */
    void tick(boolean all, long nowNanos) {
        Message.Load changes = own.changes();
        if (changes != null && peers.size() > 0) {
            say(changes);
        }
        if (all || (wantsAll && nowNanos - saidAllNanos >= SAY_AGAIN_NANOS)) {
            wantsAll = false;
            saidAllNanos = nowNanos;
            say(own.all(introduction.now().greeting(peers.greetings())));
        }
        long changesHere = shared.ownChanges();
        boolean registersDue = wantsRegisters && nowNanos - saidRegistersNanos >= SAY_AGAIN_NANOS;
        if (changesHere != ownChangesSaid || registersDue) {
            ownChangesSaid = changesHere;
            wantsRegisters = false;
            saidRegistersNanos = nowNanos;
            say(new Message.Settings(shared.registers()));
        }
    }

    /** Takes a message, and says whether another router said it. */
    boolean hear(Buffer signed) {
        Envelope envelope;
        try {
            envelope = MessageReader.read(signed.getBytes(), seal);
        } catch (RefusedMessage refused) {
            refuse(refused.reason());
            return true;
        }
        if (envelope.from().equals(bus.self())) {
            return false;
        }
        switch (peers.take(envelope, bus.self(), signed.length())) {
            case REFUSE -> {
                refuse(Refused.TOO_MANY_MEMBERS);
                return true;
            }
            case REPLAYED -> {
                refuse(Refused.REPLAYED);
                return true;
            }
            case GREET -> {
                wantsAll = true;
                return true;
            }
            case ASK -> {
                tally.fullsAsked.incrementAndGet();
                say(new Message.AskFull(envelope.from()));
            }
            case TELL -> wantsAll = true;
            case NOTHING -> {
                // Most messages want no answer.
            }
        }
        answer(envelope.message());
        return true;
    }

    private void answer(Message message) {
        if (message instanceof Message.AskFull ask && ask.member().equals(bus.self())) {
            wantsAll = true;
        } else if (message instanceof Message.Settings settings) {
            settingsThread.execute(() -> shared.take(settings.registers()));
        } else if (message instanceof Message.Load load
                && load.hello() != null
                && load.hello().registers() != shared.digest()) {
            wantsRegisters = true;
        }
    }

    private void refuse(Refused reason) {
        if (tally.refuse(reason)) {
            log.atWarn()
                    .addKeyValue("reason", reason.key())
                    .log("a message between routers is not taken; later ones are only counted");
        }
    }

    private void say(Message message) {
        Buffer buffer = MessageWriter.write(new Envelope(bus.self(), ++sequence, message), seal);
        tally.sent.incrementAndGet();
        tally.sentBytes.addAndGet(buffer.length());
        bus.say(buffer);
    }

    /** The last that is said. */
    void bye() {
        say(new Message.Bye());
    }
}
