package dev.warmpath.it.bench.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.schedule.TimeModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Conversations whose turns come to whichever router is next. Each begins with one of a few system prompts, which the fleet has
 * served before, and grows by a question and an answer a turn; turns of different conversations mix, some at one time. Caches
 * hold three times what all conversations need: some may move, and not all may lie everywhere.
 */
final class Conversations {

    private static final int BLOCK_SIZE = 16;
    private static final int SYSTEM_PROMPTS = 8;
    private static final int SYSTEM_TOKENS = 256;
    private static final int VOCABULARY = 30_000;
    private static final int TURN_TOKENS = 160;
    /** At one time. */
    private static final int CLIENTS = 16;
    /** More than there are at one time: a turn comes when the one before it has been answered. */
    private static final int APART = 24;

    private static final String SCORING = "mixed: {overlap_weight: 20.0}";

    private final ReplicasPlan plan;
    private final Client client = new Client();

    /** @param cached tokens that engines say they had, of all tokens of all {@code prompts} */
    record HitRate(int routers, long prompts, long tokens, long cached) {

        double rate() {
            return (double) cached / tokens;
        }
    }

    Conversations(ReplicasPlan plan) {
        this.plan = plan;
    }

    /**
     * Runs all of them over so many routers.
     *
     * @param hears whether routers hear what lies in the caches, and of each other; without that they know what they have sent
     *     themselves
     */
    HitRate run(int routers, boolean hears) throws InterruptedException {
        int tokens = SYSTEM_TOKENS * SYSTEM_PROMPTS + plan.sessions() * plan.turns() * TURN_TOKENS;
        int blocks = Math.max(256, 3 * tokens / (BLOCK_SIZE * plan.workers()));
        try (SimFleet engines = SimFleet.mixed(
                        Engine.VLLM,
                        plan.workers(),
                        1,
                        engine -> engine.model(ReplicaFleet.MODEL)
                                .blockSize(BLOCK_SIZE)
                                .blocks(blocks)
                                .times(TimeModel.instant()));
                ReplicaFleet fleet = new ReplicaFleet(workers(engines, hears), routers, hears, SCORING)) {
            return converse(fleet, hears);
        }
    }

    private static List<WorkerSettings> workers(SimFleet engines, boolean hears) {
        List<WorkerSettings> workers = engines.workerSettings();
        return hears
                ? workers
                : workers.stream().map(WorkerSettings::withoutEvents).toList();
    }

    /** Turns of one conversation are {@code APART} beginnings of others apart. */
    private HitRate converse(ReplicaFleet fleet, boolean hears) throws InterruptedException {
        List<String> urls = fleet.urls();
        for (int i = 0; i < SYSTEM_PROMPTS; i++) {
            cached(send(urls.get(0), system(i)));
        }
        if (hears) {
            fleet.awaitBlocks((long) SYSTEM_PROMPTS * SYSTEM_TOKENS / BLOCK_SIZE);
        }
        SplittableRandom random = new SplittableRandom(plan.seed());
        List<int[]> histories = new ArrayList<>();
        for (int i = 0; i < plan.sessions(); i++) {
            histories.add(system(random.nextInt(SYSTEM_PROMPTS)));
        }
        long prompts = 0;
        long tokens = 0;
        long cached = 0;
        Queue<CompletableFuture<HttpResponse<String>>> open = new ArrayDeque<>();
        for (int now = 0; now < plan.sessions() + APART * (plan.turns() - 1); now++) {
            for (int turn = 0; turn < plan.turns(); turn++) {
                int session = now - APART * turn;
                if (session < 0 || session >= plan.sessions()) {
                    continue;
                }
                int[] prompt = joined(
                        histories.get(session),
                        random.ints(TURN_TOKENS, 1, VOCABULARY).toArray());
                histories.set(session, prompt);
                if (open.size() == CLIENTS) {
                    cached += cached(open.remove());
                }
                open.add(send(urls.get((int) (prompts++ % urls.size())), prompt));
                tokens += prompt.length;
            }
        }
        while (!open.isEmpty()) {
            cached += cached(open.remove());
        }
        fleet.awaitIdle();
        return new HitRate(urls.size(), prompts, tokens, cached);
    }

    private CompletableFuture<HttpResponse<String>> send(String url, int[] prompt) {
        return client.send(url, prompt, 1, false, HttpResponse.BodyHandlers.ofString());
    }

    private static int[] system(int number) {
        return new SplittableRandom(number).ints(SYSTEM_TOKENS, 1, VOCABULARY).toArray();
    }

    private static long cached(CompletableFuture<HttpResponse<String>> answer) {
        try {
            JsonNode usage = Client.JSON.readTree(answer.join().body()).path("usage");
            return usage.path("prompt_tokens_details").path("cached_tokens").asLong(0);
        } catch (IOException e) {
            throw new UncheckedIOException("an answer is no JSON", e);
        }
    }

    private static int[] joined(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
