package dev.warmpath.router.bootstrap;

import dev.warmpath.config.settings.HealthSettings;
import dev.warmpath.router.disagg.vllm.VllmMooncake;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.TransferNames;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.remote.WorkerCall;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the transfer names of the fleet's prefill workers up to date, so that no request waits for one. A worker is asked
 * until it has told them, then as often as its health is asked for, and at once when a hand-off has failed.
 */
public final class BootstrapWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(BootstrapWatch.class);

    private static final long TICK_MILLIS = 50;
    /** Between two questions to a worker, however much its names are doubted. */
    private static final long LEAST_PAUSE_NANOS = 250_000_000;
    /** A thousand ranks with their workers' addresses. */
    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final Supplier<FleetView> fleet;
    private final HealthSettings usual;
    private final Map<Worker, Asked> asked = new HashMap<>();
    private WorkerCall calls;

    /** When a worker was asked last, and how it went. */
    private static final class Asked {
        long atNanos;
        boolean open;
        boolean answered;
    }

    /** @param usual clocks for workers without health settings of their own */
    @SuppressWarnings("NullAway.Init")
    public BootstrapWatch(Supplier<FleetView> fleet, HealthSettings usual) {
        this.fleet = fleet;
        this.usual = usual;
    }

    @Override
    public Future<?> start() {
        calls = new WorkerCall(
                vertx,
                vertx.createHttpClient(
                        new HttpClientOptions().setKeepAlive(false), new PoolOptions().setHttp1MaxSize(2)),
                MAX_ANSWER_BYTES);
        vertx.setPeriodic(0, TICK_MILLIS, tick -> look());
        return Future.succeededFuture();
    }

    private void look() {
        FleetView view = fleet.get();
        asked.keySet().removeIf(worker -> !worker.equals(view.worker(worker.id())));
        long now = System.nanoTime();
        for (Worker worker : view.workers()) {
            if (worker.transferNames().needed()) {
                askIfDue(worker, now);
            }
        }
    }

    private void askIfDue(Worker worker, long now) {
        Asked last = asked.get(worker);
        if (last == null) {
            last = new Asked();
            asked.put(worker, last);
        } else if (last.open || now - last.atNanos < pauseNanos(worker, last)) {
            return;
        }
        last.atNanos = now;
        last.open = true;
        worker.transferNames().takeDoubt();
        ask(worker, last);
    }

    private long pauseNanos(Worker worker, Asked last) {
        boolean urgent = !last.answered || worker.transferNames().doubted();
        return urgent ? LEAST_PAUSE_NANOS : worker.clocks(usual).interval().toNanos();
    }

    private void ask(Worker worker, Asked last) {
        // Plain HTTP whatever the worker's own port speaks, so the worker's credentials stay out of it.
        RequestOptions where = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(worker.host())
                .setPort(VllmMooncake.bootstrapPort(worker.settings().bootstrapPort()))
                .setURI("/query");
        calls.send(where, Buffer.buffer(), worker.clocks(usual).timeout())
                .map(answer -> take(worker, answer))
                .onComplete(done -> {
                    last.open = false;
                    tell(
                            worker,
                            last,
                            done.succeeded() ? "" : String.valueOf(done.cause().getMessage()));
                });
    }

    private static boolean take(Worker worker, Buffer answer) {
        try {
            worker.transferNames().told(NamesAnswer.read(answer.getBytes(), worker.settings()));
            return true;
        } catch (IOException unreadable) {
            throw new IllegalStateException(String.valueOf(unreadable.getMessage()));
        }
    }

    private static void tell(Worker worker, Asked last, String trouble) {
        TransferNames names = worker.transferNames();
        boolean well = trouble.isEmpty();
        boolean changed = well != last.answered || (!well && names.trouble().isEmpty());
        last.answered = well;
        if (!well) {
            names.unanswered(trouble);
        }
        if (changed) {
            (well ? log.atInfo() : log.atWarn())
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("detail", trouble)
                    .log(well ? "bootstrap server tells its names" : "bootstrap server does not tell its names");
        }
    }
}
