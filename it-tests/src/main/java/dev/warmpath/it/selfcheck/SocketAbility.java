package dev.warmpath.it.selfcheck;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.KvEventSink;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.events.EventPublisher;
import dev.warmpath.it.sim.events.RankSockets;
import dev.warmpath.it.sim.hash.VllmHashing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Opens ZMQ sockets of both kinds and passes events through them: one by replay, then one live. */
final class SocketAbility implements Ability {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** One for events, one for replay. */
    private static final int PORTS = 2;

    @Override
    public String show() throws Exception {
        GoldenPayload golden = GoldenPayload.all().get(0);
        int port = PortBlockAllocator.system().allocate(PORTS);
        String endpoint = "tcp://127.0.0.1:" + port;
        String replay = "tcp://127.0.0.1:" + (port + 1);
        Inbox inbox = new Inbox();
        try (EventPublisher publisher = EventPublisher.start(
                        "self-check-publisher",
                        EventOptions.of(Engine.VLLM),
                        new VllmHashing(VllmHashing.DEFAULT_SEED),
                        List.of(new RankSockets(0, endpoint, true, replay, new EventFaults())));
                HostNames names = new HostNames();
                EventStreams streams = new EventStreams(EventSettings.defaults(), names)) {
            publisher.publishPayload(0, golden.payload());
            RankStream stream = streams.add(
                    new StreamSpec(new Target("self-check", 0), StreamSpec.Direction.CONNECT, endpoint, replay, ""),
                    inbox);
            inbox.await(golden, "replayed", stream);
            publisher.publishPayload(0, golden.payload());
            inbox.await(golden, "live", stream);
        }
        return "a batch passed by replay, and one live, at " + endpoint;
    }

    /** Keeps the events until they are asked for. */
    private static final class Inbox implements KvEventSink {

        private final LinkedBlockingQueue<KvEvent> events = new LinkedBlockingQueue<>();

        @Override
        public void apply(KvEvent event) {
            events.add(event);
        }

        @Override
        public void drop() {
            events.clear();
        }

        /** Takes as many events as the batch has, and compares them. */
        void await(GoldenPayload golden, String way, RankStream stream) throws InterruptedException {
            List<KvEvent> seen = new ArrayList<>();
            while (!GoldenPayload.describe(seen).equals(golden.events())) {
                @Nullable KvEvent event = events.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (event == null) {
                    throw new IllegalStateException("no " + way + " batch came through within " + PATIENCE.toSeconds()
                            + " s; the stream is " + stream.status());
                }
                seen.add(event);
            }
        }
    }
}
