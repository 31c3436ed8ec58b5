package dev.warmpath.it.bench.overhead;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.events.EventPublisher;
import dev.warmpath.it.sim.events.RankSockets;
import dev.warmpath.it.sim.hash.BlockContent;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.TokenChain;
import dev.warmpath.it.sim.prompt.BadPromptException;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What the workers' caches hold, announced as engines do: each system prompt lies on one of the workers that compute
 * prompts. It is announced again and again, since a stream on which nothing comes while requests do is not believed.
 */
final class AnnouncedCaches implements AutoCloseable {

    /** Tokens of a block. */
    static final int BLOCK_SIZE = 16;

    private static final long AGAIN_MILLIS = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path model;
    private final int basePort;
    private final int workers;
    private final List<EventPublisher> publishers = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "announced-caches");
        thread.setDaemon(true);
        return thread;
    });

    private AnnouncedCaches(Path model, int workers) {
        this.model = model;
        this.workers = workers;
        this.basePort = PortBlockAllocator.system().allocate(2 * workers);
    }

    /**
     * Begins to announce.
     *
     * @param directory where the demo model is unpacked
     * @param workers that compute prompts
     */
    static AnnouncedCaches start(Path directory, Prompts prompts, int workers) {
        try {
            AnnouncedCaches caches = new AnnouncedCaches(DemoModel.unpack(directory.resolve("model")), workers);
            List<List<CacheChange>> held = held(caches.model, prompts, workers);
            for (int worker = 0; worker < workers; worker++) {
                RankSockets sockets = new RankSockets(
                        0, caches.endpoint(worker), true, caches.replayEndpoint(worker), new EventFaults());
                caches.publishers.add(EventPublisher.start(
                        "bench-events-" + worker,
                        EventOptions.of(Engine.SGLANG),
                        new SglangHashing(),
                        List.of(sockets)));
            }
            var unused = caches.clock.scheduleAtFixedRate(
                    () -> caches.announce(held), 0, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            return caches;
        } catch (IOException | BadPromptException e) {
            throw new IllegalStateException("the prompts cannot be turned into tokens", e);
        }
    }

    private static List<List<CacheChange>> held(Path model, Prompts prompts, int workers)
            throws IOException, BadPromptException {
        List<List<CacheChange>> held = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            held.add(new ArrayList<>());
        }
        try (ModelTokenizer tokenizer = ModelTokenizer.load(model)) {
            for (int system = 0; system < Prompts.SYSTEMS; system++) {
                int[] one = tokenizer.chat(JSON.readTree(prompts.body(system, 111_111_111_111L, false)));
                int[] other = tokenizer.chat(JSON.readTree(prompts.body(system, 222_222_222_222L, false)));
                held.get(system % workers).add(stored(one, shared(one, other)));
            }
        }
        return held;
    }

    private static int shared(int[] one, int[] other) {
        int shared = 0;
        while (one[shared] == other[shared]) {
            shared++;
        }
        return shared / BLOCK_SIZE;
    }

    private static CacheChange stored(int[] tokens, int blocks) {
        TokenChain chain = new TokenChain(new SglangHashing(), CacheNamespace.PLAIN, BLOCK_SIZE, tokens);
        List<BlockContent> contents = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            contents.add(chain.block(block));
        }
        return new CacheChange.Stored(contents, Tier.DEVICE);
    }

    private void announce(List<List<CacheChange>> held) {
        for (int worker = 0; worker < workers; worker++) {
            publishers.get(worker).publish(0, held.get(worker));
        }
    }

    /** The model's directory. */
    Path model() {
        return model;
    }

    /** Where a worker publishes. */
    String endpoint(int worker) {
        return "tcp://127.0.0.1:" + (basePort + worker);
    }

    /** Where a worker can be asked again. */
    String replayEndpoint(int worker) {
        return "tcp://127.0.0.1:" + (basePort + workers + worker);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        try {
            if (!clock.awaitTermination(1, TimeUnit.SECONDS)) {
                throw new UncheckedIOException(new IOException("the announcements do not end"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        publishers.forEach(EventPublisher::close);
    }
}
