package dev.warmpath.events.zmq;

import dev.warmpath.config.settings.EventSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one rank's subscription in place: looks the endpoint up, opens sockets, gives up on one that nobody answers and
 * tries the next with a fresh look-up, and replaces one that is doubtful. When a socket is replaced the new one connects
 * and collects for a moment before the old one goes, and is read only after the old one has been read empty, so that no
 * batch is lost on the way and those that came over both arrive second on the new one.
 *
 * <p>A connection outlives the name that it was made by. An engine that moves leaves its address to whoever comes next, often
 * to another engine of the fleet, and JeroMQ connects to addresses again by itself: the stream would then be a perfect one,
 * of the wrong cache. So a host's name is looked up again and again, and at once when a connection is back.
 *
 * <p>All methods, and all calls to the listener, are on the loop's thread.
 */
public final class PublisherLink {

    /** Tries with a silent address get longer, up to this many times the first. */
    private static final int MAX_PATIENCE = 12;

    /** Hears what becomes of the link. */
    public interface Listener {
        /** A socket is bound or connecting; {@link #address} names where. */
        void opened();

        /** A subscription is in place, for the first time or again. */
        void connected();

        /** The publisher is gone. */
        void disconnected();

        /** Nobody has answered at the address for a while; the next try is under way. */
        void unanswered(Duration after);

        /** The endpoint cannot be used; it is tried again. */
        void refused(String why);

        void message(long sequence, byte[] payload);

        /** A message that is not topic, sequence, payload. */
        void malformed();

        /** The host has other addresses than this one by now; the next try is under way. */
        void moved(String address);

        /** After {@link #listenWide}: somebody publishes there, under this topic, which was not subscribed to. */
        void otherTopic(String topic);
    }

    private final SocketLoop loop;
    private final Sockets sockets;
    private final EndpointResolver resolver;
    private final EventSettings settings;
    private final boolean bind;
    private final String endpoint;
    private final String topic;
    private final Listener listener;
    private final Subscription.Listener events = new Events();
    private final NameWatch names;
    private final Overlap overlap = new Overlap(System::nanoTime);

    private @Nullable Subscription current;
    private @Nullable Subscription successor;
    private SocketLoop.@Nullable Timer timer;
    private Duration backOff;
    private int patience = 1;
    private boolean closed;

    /** What the host was last seen to have left. */
    private String leftAddress = "";

    /**
     * @param bind whether the socket binds and the publisher connects
     * @param topic prefix to subscribe to
     */
    public PublisherLink(
            SocketLoop loop,
            Sockets sockets,
            EndpointResolver resolver,
            EventSettings settings,
            boolean bind,
            String endpoint,
            String topic,
            Listener listener) {
        this.loop = loop;
        this.sockets = sockets;
        this.resolver = resolver;
        this.settings = settings;
        this.bind = bind;
        this.endpoint = endpoint;
        this.topic = topic;
        this.listener = listener;
        this.backOff = settings.reconnectMin();
        Duration nameCheck = bind ? Duration.ZERO : settings.nameCheck();
        this.names = new NameWatch(loop, resolver, nameCheck, endpoint, () -> current, this::leave);
    }

    /** Begins. */
    public void open() {
        names.begin();
        tryNext();
    }

    private void tryNext() {
        if (bind) {
            openSocket(endpoint);
        } else {
            resolver.resolve(endpoint, loop, new EndpointResolver.Outcome() {
                @Override
                public void resolved(String address) {
                    openSocket(address);
                }

                @Override
                public void unusable(String why) {
                    refuse(why);
                }
            });
        }
    }

    /** Replaces a connection that seems to work and delivers nothing. */
    public void replace() {
        if (bind) {
            // The port cannot be bound twice: the publisher finds the new socket when it reconnects.
            dropCurrent();
            listener.disconnected();
            retryAfter(backOff);
        } else if (successor == null && timer == null) {
            tryNext();
        }
    }

    /** Finds out whether anything is published there under another topic; ends with the next message of any. */
    public void listenWide() {
        if (current != null) {
            current.listenWide();
        }
    }

    /** Transport connections open now. */
    public int connections() {
        return current == null ? 0 : current.connections();
    }

    /** The address in use; the endpoint as configured while there is none. */
    public String address() {
        return current == null ? endpoint : current.address();
    }

    /** Ends the link; the listener is not called again. */
    public void close() {
        closed = true;
        cancelTimer();
        names.close();
        dropSuccessor();
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private void openSocket(String address) {
        if (closed || successor != null) {
            return;
        }
        Subscription opened;
        try {
            opened = Subscription.open(loop, sockets, bind, address, topic, events);
        } catch (RuntimeException e) {
            refuse(e.toString());
            return;
        }
        backOff = settings.reconnectMin();
        if (current == null) {
            current = opened;
            opened.startReading();
        } else {
            successor = opened;
        }
        listener.opened();
        waitForAnswer();
    }

    private void refuse(String why) {
        if (!closed) {
            listener.refused(why);
            retryAfter(backOff);
        }
    }

    private void retryAfter(Duration delay) {
        cancelTimer();
        timer = loop.schedule(delay, () -> {
            timer = null;
            tryNext();
        });
        Duration doubled = backOff.multipliedBy(2);
        backOff = doubled.compareTo(settings.reconnectMax()) > 0 ? settings.reconnectMax() : doubled;
    }

    /** A bound socket waits for its publisher as long as it takes; one that connects gets a new look-up at last. */
    private void waitForAnswer() {
        if (!bind) {
            Duration limit = settings.connectingAfter().multipliedBy(patience);
            cancelTimer();
            timer = loop.schedule(limit, () -> giveUpWaiting(limit));
        }
    }

    private void giveUpWaiting(Duration waited) {
        timer = null;
        if (successor != null) {
            // The old connection is all there is; it may still be good.
            dropSuccessor();
            return;
        }
        patience = Math.min(patience * 2, MAX_PATIENCE);
        listener.unanswered(waited);
        dropCurrent();
        tryNext();
    }

    /** An address that is not the host's any more; one that does not answer is left anyway. */
    private void leave(String address) {
        if (!leftAddress.equals(address)) {
            leftAddress = address;
            listener.moved(address);
        }
        replace();
    }

    /** Lets the new socket take over once the old one has nothing left that the new one does not have. */
    private void promoteWhenMet() {
        timer = null;
        if (successor == null) {
            return;
        }
        if (overlap.isOver(successor.peek())) {
            promote();
        } else {
            timer = loop.schedule(Overlap.LOOK, this::promoteWhenMet);
        }
    }

    /** The new socket takes over; what the old one still had comes first. */
    private void promote() {
        cancelTimer();
        Subscription old = current;
        current = successor;
        successor = null;
        if (old != null) {
            old.drain(settings.receiveHighWaterMark());
            old.close();
        }
        listener.connected();
        if (current != null) {
            current.startReading();
        }
    }

    private void dropCurrent() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private void dropSuccessor() {
        if (successor != null) {
            successor.close();
            successor = null;
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private final class Events implements Subscription.Listener {

        @Override
        public void connected(Subscription subscription) {
            cancelTimer();
            patience = 1;
            if (subscription == current) {
                listener.connected();
                names.look();
            } else if (connections() == 0) {
                promote();
            } else {
                overlap.begin();
                timer = loop.schedule(Overlap.LEAST, PublisherLink.this::promoteWhenMet);
            }
        }

        @Override
        public void disconnected(Subscription subscription) {
            if (subscription == successor) {
                cancelTimer();
                dropSuccessor();
            } else if (connections() == 0) {
                listener.disconnected();
                if (successor == null) {
                    waitForAnswer();
                } else if (successor.connections() > 0) {
                    promote();
                }
            }
        }

        @Override
        public void message(long sequence, byte[] payload) {
            overlap.heard(sequence);
            listener.message(sequence, payload);
        }

        @Override
        public void malformed() {
            listener.malformed();
        }

        @Override
        public void otherTopic(String topic) {
            listener.otherTopic(topic);
        }
    }
}
