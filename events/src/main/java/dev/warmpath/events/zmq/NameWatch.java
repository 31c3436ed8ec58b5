package dev.warmpath.events.zmq;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks an endpoint's host up again and again, and tells when it has left the address of a connection that is open.
 *
 * <p>All methods and calls are on the loop's thread.
 */
final class NameWatch {

    private final SocketLoop loop;
    private final EndpointResolver resolver;
    private final Duration interval;
    private final String endpoint;
    private final Supplier<@Nullable Subscription> current;
    private final Consumer<String> left;
    private final boolean named;
    private SocketLoop.@Nullable Timer timer;

    /**
     * @param interval zero for never
     * @param endpoint as configured; where it names an address there is nothing to look up
     * @param current what is connected now
     * @param left gets the address that is not the host's any more
     */
    NameWatch(
            SocketLoop loop,
            EndpointResolver resolver,
            Duration interval,
            String endpoint,
            Supplier<@Nullable Subscription> current,
            Consumer<String> left) {
        this.loop = loop;
        this.resolver = resolver;
        this.interval = interval;
        this.endpoint = endpoint;
        this.current = current;
        this.left = left;
        this.named = !interval.isZero() && Endpoint.isNamed(endpoint);
    }

    /** Looks after each interval from now on. */
    void begin() {
        if (named) {
            timer = loop.schedule(interval, () -> {
                begin();
                look();
            });
        }
    }

    /** Looks now. */
    void look() {
        Subscription looked = current.get();
        if (named && looked != null && looked.connections() > 0) {
            resolver.ifLeft(endpoint, looked.endpoint(), loop, () -> tell(looked));
        }
    }

    /** Only of the connection that was looked at: another one has had a look-up of its own. */
    private void tell(Subscription looked) {
        if (looked == current.get() && looked.connections() > 0) {
            left.accept(looked.endpoint());
        }
    }

    void close() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
