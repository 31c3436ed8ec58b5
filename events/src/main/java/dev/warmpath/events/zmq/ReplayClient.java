package dev.warmpath.events.zmq;

import dev.warmpath.config.settings.EventSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks one publisher for replays, one at a time: a new ask ends the one before it, whose answer is then not heard any
 * more. Asks are spaced, so that two publishers that take turns on one port cannot make us open sockets without end.
 *
 * <p>All methods and calls to the listener are on the loop's thread.
 */
public final class ReplayClient {

    private static final Duration SPACING = Duration.ofMillis(20);

    /** Takes the answer to the last ask. */
    public interface Listener {
        void replayed(long sequence, byte[] payload);

        /** The publisher has sent all it has. */
        void replayEnded();

        /** It did not answer, or not to the end. */
        void replayFailed();

        /** A message that is neither batch nor end. */
        void malformed();
    }

    private final SocketLoop loop;
    private final Sockets sockets;
    private final EndpointResolver resolver;
    private final EventSettings settings;
    private final String endpoint;
    private final Listener listener;

    private @Nullable ReplayRequest request;
    private SocketLoop.@Nullable Timer timer;
    private long nextAsk = System.nanoTime();
    /** Counts asks; what belongs to an earlier one is dropped. */
    private long turn;

    public ReplayClient(
            SocketLoop loop,
            Sockets sockets,
            EndpointResolver resolver,
            EventSettings settings,
            String endpoint,
            Listener listener) {
        this.loop = loop;
        this.sockets = sockets;
        this.resolver = resolver;
        this.settings = settings;
        this.endpoint = endpoint;
        this.listener = listener;
    }

    /** Asks for all batches from a number on; an earlier ask is ended. */
    public void ask(long from) {
        stop();
        long now = System.nanoTime();
        long wait = Math.max(0, nextAsk - now);
        nextAsk = now + wait + SPACING.toNanos();
        timer = loop.schedule(Duration.ofNanos(wait), () -> lookUp(from));
    }

    /** Ends the ask under way. */
    public void stop() {
        turn++;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (request != null) {
            request.close();
            request = null;
        }
    }

    private void lookUp(long from) {
        long asked = turn;
        resolver.resolve(endpoint, loop, new EndpointResolver.Outcome() {
            @Override
            public void resolved(String address) {
                if (asked == turn) {
                    send(address, from);
                }
            }

            @Override
            public void unusable(String why) {
                if (asked == turn) {
                    listener.replayFailed();
                }
            }
        });
    }

    private void send(String address, long from) {
        try {
            request = ReplayRequest.send(loop, sockets, address, from, settings.replayTimeout(), new Answer());
        } catch (RuntimeException e) {
            listener.replayFailed();
        }
    }

    /** Hears only the request in force: an ended one is closed first. */
    private final class Answer implements ReplayRequest.Listener {

        @Override
        public void batch(long sequence, byte[] payload) {
            listener.replayed(sequence, payload);
        }

        @Override
        public void ended() {
            listener.replayEnded();
        }

        @Override
        public void failed() {
            listener.replayFailed();
        }

        @Override
        public void malformed() {
            listener.malformed();
        }
    }
}
