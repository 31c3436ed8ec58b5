package dev.warmpath.it.sim.http.info;

import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Empties the cache of every rank. SGLang refuses while requests run; vLLM says 200 whatever it did. */
final class FlushEndpoint implements Endpoint {

    private static final Map<String, String> TEXT = Map.of("content-type", "text/plain; charset=utf-8");

    private final Vertx vertx;
    private final List<Rank> ranks;
    private final int busyStatus;

    /**
     * Flushes these ranks.
     *
     * @param busyStatus status when requests run
     */
    FlushEndpoint(Vertx vertx, List<Rank> ranks, int busyStatus) {
        this.vertx = vertx;
        this.ranks = ranks;
        this.busyStatus = busyStatus;
    }

    @Override
    public void handle(Exchange exchange) {
        Future.all(ranks.stream()
                        .map(rank -> Future.fromCompletionStage(rank.flush(), vertx.getOrCreateContext()))
                        .toList())
                .onSuccess(all -> answer(exchange, all.list().stream().allMatch(Boolean.TRUE::equals)))
                .onFailure(cause -> exchange.json(500, new byte[0]));
    }

    private void answer(Exchange exchange, boolean flushed) {
        String text = flushed ? "Cache flushed.\n" : "Cache not flushed: requests are running.\n";
        exchange.answer(flushed ? 200 : busyStatus, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
