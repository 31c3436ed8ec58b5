package dev.warmpath.router.watch;

import dev.warmpath.events.name.HostNames;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks the host names of workers up, when they join and ever after, and has requests follow them. A name that cannot be
 * looked up says nothing: the address that it had stays in use.
 */
public final class NameWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(NameWatch.class);

    private final Supplier<FleetView> fleet;
    private final HostNames names;
    private final Duration period;

    /** One worker with a name. */
    private final class Named implements Interview {

        private final Worker worker;
        private boolean asked;

        Named(Worker worker) {
            this.worker = worker;
        }

        @Override
        public Duration pause() {
            return asked ? period : Duration.ZERO;
        }

        @Override
        public Future<Runnable> ask() {
            asked = true;
            Promise<Runnable> answer = Promise.promise();
            names.lookUp(worker.host(), task -> context.runOnContext(now -> task.run()), new HostNames.Outcome() {
                @Override
                public void found(List<InetAddress> addresses) {
                    answer.complete(() -> told(addresses));
                }

                @Override
                public void unknown(String why) {
                    answer.complete(() -> {});
                }
            });
            return answer.future();
        }

        private void told(List<InetAddress> addresses) {
            InetAddress before = worker.address().known();
            if (worker.address().told(addresses)) {
                log.atInfo()
                        .addKeyValue("worker", worker.id())
                        .addKeyValue("left", before)
                        .addKeyValue("address", worker.address().known())
                        .log("a worker's host has another address now: requests follow it there");
            }
        }
    }

    /** @param period how often; zero never */
    public NameWatch(Supplier<FleetView> fleet, HostNames names, Duration period) {
        this.fleet = fleet;
        this.names = names;
        this.period = period;
    }

    @Override
    public Future<?> start() {
        if (!period.isZero()) {
            RoundOfCalls.start(vertx, fleet, worker -> worker.address().named() ? new Named(worker) : Interview.NONE);
        }
        return Future.succeededFuture();
    }
}
