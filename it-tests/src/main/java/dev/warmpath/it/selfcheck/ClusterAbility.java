package dev.warmpath.it.selfcheck;

import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.bus.HazelcastBus;
import dev.warmpath.router.cluster.wire.Refused;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has two members of a cluster find each other on loopback, and one hear what the other says. */
final class ClusterAbility implements Ability {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** For membership and for messages, of two members. */
    private static final int PORTS = 4;

    private static final Buffer WORDS = Buffer.buffer("is anybody there?");

    @Override
    public String show() throws Exception {
        int port = PortBlockAllocator.system().allocate(PORTS);
        String meeting = "127.0.0.1:" + port;
        CompletableFuture<Buffer> heard = new CompletableFuture<>();
        Bus first = await(join(port, meeting, heard));
        try {
            Bus second = await(join(port + 2, meeting, new CompletableFuture<>()));
            try {
                if (second.members() != 2) {
                    throw new IllegalStateException("a member that joined another sees " + second.members() + " of 2");
                }
                second.say(WORDS);
                Buffer seen = heard.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (!seen.equals(WORDS)) {
                    throw new IllegalStateException("\"" + WORDS + "\" was heard as \"" + seen + "\"");
                }
                return "two members met at " + meeting + ", and one heard the other";
            } finally {
                await(second.leave());
            }
        } finally {
            await(first.leave());
        }
    }

    private static Future<Bus> join(int port, String peer, CompletableFuture<Buffer> heard) {
        return HazelcastBus.join(settings(port, peer), "self-check-" + peer, new Bus.Listener() {
            @Override
            public void heard(Buffer message) {
                heard.complete(message);
            }

            @Override
            public void refused(Refused reason, String from) {
                heard.completeExceptionally(new IllegalStateException("a member was not let in: " + reason.key()));
            }

            @Override
            public void left(String member) {
                // Both are meant to.
            }
        });
    }

    private static ClusterSettings settings(int port, String peer) {
        ClusterSettings usual = ClusterSettings.defaults();
        return new ClusterSettings(
                true,
                usual.name(),
                usual.host(),
                usual.publicHost(),
                port,
                port + 1,
                List.of(peer),
                usual.dns(),
                "self-check",
                usual.tls(),
                usual.interval(),
                usual.fullInterval(),
                usual.staleAfter(),
                usual.memberTimeout(),
                usual.maxMembers(),
                usual.maxHintBlocks());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
