package dev.warmpath.router.poll;

import dev.warmpath.events.load.LoadStat;
import dev.warmpath.events.load.LoadStream;
import dev.warmpath.events.load.LoadStreams;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.load.RankReading;
import dev.warmpath.router.remote.WorkerCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The load stream of one SGLang worker, where it has one ({@code --load-publish-endpoint}): where it is, one subscription
 * for each rank, and what was heard last. Belongs to the asker's event loop, but for what the streams' thread puts in.
 */
final class LoadFeed {

    /** An engine that has nothing new to say says so every second; two of those may be lost. */
    private static final Duration HEARD_WITHIN = Duration.ofSeconds(3);

    /** A worker whose stream is not heard is asked for it again: it may have been restarted with other flags. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private final LoadStreams streams;
    private final Worker worker;
    private final AtomicReferenceArray<@Nullable RankReading> heard;
    private List<LoadStream> open = List.of();
    private @Nullable LoadOffer offer;
    private String missing = "";
    private long openedNanos;
    private boolean looked;
    private long lookedNanos;
    private boolean ended;

    LoadFeed(LoadStreams streams, Worker worker) {
        this.streams = streams;
        this.worker = worker;
        this.heard = new AtomicReferenceArray<>(worker.ranks().size());
    }

    /** The last word of every rank, by the worker's own count; empty while any of them is not heard. */
    Map<Integer, RankReading> heard(long now) {
        Map<Integer, RankReading> all = new HashMap<>();
        for (int rank = 0; rank < heard.length() && !open.isEmpty(); rank++) {
            RankReading last = heard.get(rank);
            if (last == null || isOld(last.nanos(), now)) {
                return Map.of();
            }
            all.put(rank, last);
        }
        return all;
    }

    /** Why not every rank is heard; empty while that cannot be said yet. */
    String trouble(long now) {
        if (open.isEmpty()) {
            return missing;
        }
        for (int rank = 0; rank < heard.length() && isOld(openedNanos, now); rank++) {
            RankReading last = heard.get(rank);
            if (last == null || isOld(last.nanos(), now)) {
                return "the load stream of rank " + number(rank)
                        + (open.get(rank).unreadable() > 0 ? " says nothing that can be read" : " is silent");
            }
        }
        return "";
    }

    /** Whether there is a stream, and it does not tell every rank's load though it has had the time. */
    boolean unheard(long now) {
        return !open.isEmpty() && !trouble(now).isEmpty();
    }

    private static boolean isOld(long nanos, long now) {
        return now - nanos > HEARD_WITHIN.toNanos();
    }

    private int number(int rank) {
        return worker.settings().dpStart() + rank;
    }

    boolean lookDue(long now) {
        return !looked || now - lookedNanos > LOOK_AGAIN.toNanos();
    }

    /** Asks where the stream is, and listens there. Never fails: without a stream the worker is asked for its load. */
    Future<Void> look(Vertx vertx, WorkerCall calls, Duration timeout) {
        looked = true;
        lookedNanos = System.nanoTime();
        int last = number(heard.length() - 1);
        return calls.send(WorkerCall.to(worker, HttpMethod.GET, "/server_info"), Buffer.buffer(), timeout)
                .compose(answer -> vertx.executeBlocking(() -> LoadOffer.read(answer.getBytes(), last), false))
                .<Void>map(found -> {
                    listen(found);
                    return null;
                })
                .otherwise(why -> {
                    notFound(why);
                    return null;
                });
    }

    private void listen(LoadOffer found) {
        if (ended || found.equals(offer)) {
            return;
        }
        forget();
        String host = worker.host().indexOf(':') < 0 ? worker.host() : "[" + worker.host() + "]";
        List<LoadStream> opened = new ArrayList<>();
        for (int rank = 0; rank < heard.length(); rank++) {
            int index = rank;
            String endpoint = "tcp://" + host + ":" + (found.base() + number(rank));
            opened.add(streams.listen(endpoint, found.topic(), stat -> hear(index, stat)));
        }
        open = opened;
        offer = found;
        openedNanos = System.nanoTime();
    }

    private void notFound(Throwable why) {
        missing = "no load stream: " + why.getMessage();
        if (why instanceof Unreadable) {
            forget();
        }
    }

    private void hear(int rank, LoadStat stat) {
        double usage = stat.maxTokens() == 0 ? Double.NaN : Math.min(1, (double) stat.tokens() / stat.maxTokens());
        heard.set(rank, new RankReading(stat.running(), stat.waiting(), usage, System.nanoTime()));
    }

    /** Listens nowhere, until a stream is found again. */
    void forget() {
        open.forEach(streams::end);
        open = List.of();
        offer = null;
    }

    /** Hears nothing any more, nor after an answer that is still to come. */
    void end() {
        ended = true;
        forget();
    }
}
