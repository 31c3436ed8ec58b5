package dev.warmpath.it.bench.overhead;

import java.net.InetSocketAddress;
import java.util.List;

/** No router: each client talks to a worker, or to a worker of either role, as a router would. */
record Direct(LightEngine engine, Shape shape) implements Subject {

    @Override
    public List<InetSocketAddress> addresses(int client) {
        int worker = client % shape.prefilling();
        return shape == Shape.PLAIN
                ? List.of(engine.address(worker))
                : List.of(engine.address(worker), engine.address(shape.prefilling() + worker));
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of();
    }

    @Override
    public void close() {
        // The workers are their owner's.
    }
}
