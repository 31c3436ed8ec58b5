package dev.warmpath.it.bench.replicas;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.server.RouterServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Identical prompts, all at once, that all workers hold in their caches: only load tells one worker from another.
 *
 * <p>Before them all workers are equally busy with long answers, and no router of the burst has seen to that alone: each of
 * them keeps every worker busy but one, and that one is busy with requests of a router that takes no part in the burst. Who
 * knows all load sees no difference and spreads the burst evenly. Routers that know their own load alone all take that one
 * worker for idle, and send it everything. Without such a worker they would spread evenly too, for ties are broken at random.
 *
 * <p>Answers do not end until all requests have been placed, so that the figures do not depend on how fast the machine is.
 */
final class Burst {

    /** Large, so that long answers do not grow by a block while the burst is placed. */
    private static final int BLOCK_SIZE = 256;

    private static final int BLOCKS = 4;
    /** So many that a worker that is busy with one such request is never cheaper than an idle one that has the burst. */
    private static final int BUSY_BLOCKS = 8;

    /** Past bookings are forgotten at once, so that the busy workers are equals whichever was made busy last. */
    private static final String SCORING = "mixed: {overlap_weight: 20.0}, recent_decay: 0.01";

    private static final int ENDLESS = 100_000;

    private final ReplicasPlan plan;
    private final Client client = new Client();

    Burst(ReplicasPlan plan) {
        this.plan = plan;
    }

    /**
     * Sends one burst.
     *
     * @param routers that it comes over, turn about
     * @return how many requests each worker got, by its URL
     */
    Map<String, Integer> run(int routers, boolean together) throws InterruptedException {
        TimeModel slow = TimeModel.defaults()
                .withLimits(8_192, 4 * plan.burst(), plan.burst())
                .withPrefillTokensPerSecond(1e6)
                .withDecodeStep(200, 0);
        int all = routers == 1 ? 1 : routers + 1;
        try (SimFleet engines = SimFleet.mixed(
                        Engine.VLLM,
                        plan.workers(),
                        1,
                        engine -> engine.model(ReplicaFleet.MODEL)
                                .blockSize(BLOCK_SIZE)
                                .times(slow));
                ReplicaFleet fleet = new ReplicaFleet(engines.workerSettings(), all, together, SCORING)) {
            int[] prompt = prompt(0, BLOCKS);
            List<String> workers = engines.engines().stream()
                    .map(engine -> engine.url().toString())
                    .toList();
            for (String worker : workers) {
                client.send(worker, prompt, 1, false, HttpResponse.BodyHandlers.discarding())
                        .join();
            }
            fleet.awaitBlocks((long) BLOCKS * workers.size());
            List<CompletableFuture<HttpResponse<InputStream>>> busy = makeBusy(fleet, workers, routers);
            if (together) {
                fleet.awaitRequests(busy.size());
            }
            Map<String, Integer> shares = new TreeMap<>();
            for (HttpResponse<InputStream> begun : burst(fleet.urls().subList(0, routers), prompt)) {
                shares.merge(begun.headers().firstValue("x-warmpath-prefill").orElseThrow(), 1, Integer::sum);
                end(begun.body());
            }
            busy.forEach(begun -> end(begun.join().body()));
            fleet.awaitIdle();
            return shares;
        }
    }

    /** Each worker gets as many long requests as there are routers in the burst; the first worker from the last router. */
    private List<CompletableFuture<HttpResponse<InputStream>>> makeBusy(
            ReplicaFleet fleet, List<String> workers, int routers) throws InterruptedException {
        List<RouterServer> all = fleet.routers();
        List<String> urls = fleet.urls();
        int[] placed = new int[all.size()];
        List<CompletableFuture<HttpResponse<InputStream>>> busy = new ArrayList<>();
        for (int i = 0; i < plan.burstRouters(); i++) {
            for (int worker = 0; worker < workers.size(); worker++) {
                int number = worker == 0 ? all.size() - 1 : i % routers;
                RouterServer router = all.get(number);
                String wanted = workers.get(worker);
                workers.forEach(other -> router.fleet().drain(other, !other.equals(wanted)));
                busy.add(begin(urls.get(number), prompt(busy.size() + 1, BUSY_BLOCKS)));
                ReplicaFleet.awaitBooked(router, ++placed[number]);
            }
        }
        all.forEach(router -> workers.forEach(worker -> router.fleet().drain(worker, false)));
        return busy;
    }

    /** All at once; returns when each has been given to a worker. */
    private List<HttpResponse<InputStream>> burst(List<String> urls, int[] prompt) {
        List<CompletableFuture<HttpResponse<InputStream>>> answers = new ArrayList<>();
        for (int i = 0; i < plan.burst(); i++) {
            answers.add(begin(urls.get(i % urls.size()), prompt));
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private CompletableFuture<HttpResponse<InputStream>> begin(String url, int[] prompt) {
        return client.send(url, prompt, ENDLESS, true, HttpResponse.BodyHandlers.ofInputStream());
    }

    /** Whole blocks of tokens that no prompt of another number begins with. */
    private static int[] prompt(int number, int blocks) {
        return IntStream.range(0, blocks * BLOCK_SIZE)
                .map(i -> 1 + number * 10_000 + i)
                .toArray();
    }

    private static void end(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException("an answer cannot be given up", e);
        }
    }
}
