package dev.warmpath.events.zmq;

import dev.warmpath.events.name.HostNames;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns host names in endpoints into addresses. JeroMQ asks the name service inside {@code connect} and again on its I/O
 * thread before each reconnect; a slow server there would stall every stream. So it is only ever given addresses, and each
 * new socket is a new look-up: a pod that came back elsewhere is found.
 */
public final class EndpointResolver {

    /** Takes the outcome. */
    public interface Outcome {
        /** An endpoint that names an address. */
        void resolved(String endpoint);

        /** It cannot be used now. */
        void unusable(String why);
    }

    private final AtomicInteger turns = new AtomicInteger();
    private final HostNames names;

    public EndpointResolver(HostNames names) {
        this.names = names;
    }

    /** Looks an endpoint up and tells the outcome on the given executor, perhaps before it returns. */
    public void resolve(String text, Executor executor, Outcome outcome) {
        Endpoint endpoint;
        try {
            endpoint = Endpoint.parse(text);
        } catch (IllegalArgumentException e) {
            executor.execute(() -> outcome.unusable(String.valueOf(e.getMessage())));
            return;
        }
        if (!endpoint.isNamed()) {
            executor.execute(() -> outcome.resolved(text));
            return;
        }
        names.lookUp(endpoint.host(), executor, new HostNames.Outcome() {
            @Override
            public void found(List<InetAddress> addresses) {
                // Each try takes the next address: one of several may be dead.
                int turn = Math.floorMod(turns.getAndIncrement(), addresses.size());
                outcome.resolved(endpoint.at(addresses.get(turn).getHostAddress()));
            }

            @Override
            public void unknown(String why) {
                outcome.unusable(why);
            }
        });
    }

    /**
     * Looks whether an endpoint's host still has an address that it had.
     *
     * @param text the endpoint as configured
     * @param address what {@link #resolve} made of it
     * @param left run on the given executor if it has others instead; not while it has none, or nobody knows
     */
    void ifLeft(String text, String address, Executor executor, Runnable left) {
        Endpoint endpoint = Endpoint.parse(text);
        names.lookUp(endpoint.host(), executor, new HostNames.Outcome() {
            @Override
            public void found(List<InetAddress> addresses) {
                for (InetAddress one : addresses) {
                    if (endpoint.at(one.getHostAddress()).equals(address)) {
                        return;
                    }
                }
                left.run();
            }

            @Override
            public void unknown(String why) {}
        });
    }
}
