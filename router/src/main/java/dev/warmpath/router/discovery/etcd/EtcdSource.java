package dev.warmpath.router.discovery.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.discovery.EtcdSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.tls.TlsFileException;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.WorkerSource;
import dev.warmpath.router.tls.SourceSecurity;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Workers by the records under a prefix: listed, then watched from the revision that follows the listing, so that nothing
 * falls in between. Beside the watch all is listed again every {@code interval}: a connection that died without a word tells
 * nothing, and neither does a watch that hangs. After a break the next endpoint is asked, from a new listing on; only
 * when all have failed in a row the source says that it is broken. A record that is gone, by hand or because its lease ran out,
 * is a worker that is not wanted.
 *
 * <p>Lives on the context on which it was started, which may block.
 */
public final class EtcdSource implements WorkerSource {

    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final Vertx vertx;
    private final EtcdSettings settings;
    private final EtcdBook book;
    private @Nullable EtcdClient client;
    private int failures;
    private boolean told;
    private boolean closed;
    /** Fails when its client is closed, and not before: until then something runs that needs the event loops. */
    private Future<Void> following = Future.succeededFuture();

    public EtcdSource(Vertx vertx, EtcdSettings settings, WorkerTemplate template) {
        this.vertx = vertx;
        this.settings = settings;
        this.book = new EtcdBook(template);
    }

    @Override
    public void start(Listener listener) {
        connect(listener);
    }

    @Override
    public CompletionStage<?> close() {
        closed = true;
        disconnect();
        return following.otherwiseEmpty().toCompletionStage();
    }

    private void disconnect() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private void connect(Listener listener) {
        URI endpoint = settings.endpoints().get(failures % settings.endpoints().size());
        EtcdClient now;
        try {
            ClientSSLOptions tls = "https".equals(endpoint.getScheme()) ? SourceSecurity.of(settings.tls()) : null;
            now = new EtcdClient(vertx, endpoint, settings, tls);
        } catch (TlsFileException unusable) {
            failed(new EtcdFault(FaultReason.FAILING, "tls " + unusable.getMessage()), endpoint, listener);
            return;
        }
        client = now;
        following = logIn(now)
                .compose(in -> list(now, listener))
                .compose(listed -> {
                    listAgain(now, endpoint, listener);
                    return watch(now, endpoint, listener);
                })
                .onFailure(broken -> ended(now, broken, endpoint, listener));
    }

    private Future<Void> logIn(EtcdClient now) {
        return settings.user() == null || settings.password() == null
                ? Future.succeededFuture()
                : now.logIn(settings.user(), settings.password());
    }

    private Future<Void> list(EtcdClient now, Listener listener) {
        ObjectNode range = range().put("limit", Integer.toString(EtcdBook.MOST_RECORDS));
        return now.call("/v3/kv/range", range).compose(answer -> {
            if (now != client) {
                return Future.succeededFuture();
            }
            try {
                // The first word after a break is told even where nothing has changed: it says that there is one.
                if (book.listed(answer) || !told) {
                    told = true;
                    listener.wanted(book.wanted());
                }
                return Future.succeededFuture();
            } catch (EtcdFault wrong) {
                return Future.failedFuture(wrong);
            }
        });
    }

    private void listAgain(EtcdClient now, URI endpoint, Listener listener) {
        vertx.setTimer(settings.interval().toMillis(), turn -> {
            if (now == client) {
                list(now, listener)
                        .onSuccess(listed -> listAgain(now, endpoint, listener))
                        .onFailure(broken -> ended(now, broken, endpoint, listener));
            }
        });
    }

    private Future<Void> watch(EtcdClient now, URI endpoint, Listener listener) {
        ObjectNode create = range().put("start_revision", Long.toString(book.nextRevision()));
        ObjectNode body = EtcdClient.object();
        body.set("create_request", create);
        return now.follow("/v3/watch", body, result -> {
            if (now != client) {
                return;
            }
            // etcd says at once that it watches. Who lists well and cannot watch would be listed again without a pause.
            failures = 0;
            try {
                take(result, listener);
            } catch (EtcdFault wrong) {
                ended(now, wrong, endpoint, listener);
            }
        });
    }

    private void take(JsonNode result, Listener listener) throws EtcdFault {
        if (result.path("canceled").asBoolean()) {
            String why = result.path("cancel_reason").asText("its revision is compacted");
            throw new EtcdFault(FaultReason.FAILING, "the watch was cancelled: " + why);
        }
        if (book.told(result)) {
            listener.wanted(book.wanted());
        }
    }

    private ObjectNode range() {
        byte[] key = settings.prefix().getBytes(StandardCharsets.UTF_8);
        // What follows all keys of the prefix; UTF-8 has no byte 0xff that could overflow.
        byte[] end = Arrays.copyOf(key, key.length);
        end[end.length - 1]++;
        Base64.Encoder encoder = Base64.getEncoder();
        return EtcdClient.object()
                .put("key", encoder.encodeToString(key))
                .put("range_end", encoder.encodeToString(end));
    }

    private void ended(EtcdClient now, Throwable broken, URI endpoint, Listener listener) {
        if (now != client || closed) {
            return;
        }
        EtcdFault fault = broken instanceof EtcdFault known
                ? known
                : new EtcdFault(FaultReason.FAILING, String.valueOf(broken.getMessage()));
        failed(fault, endpoint, listener);
    }

    private void failed(EtcdFault fault, URI endpoint, Listener listener) {
        disconnect();
        failures++;
        int others = settings.endpoints().size();
        // A watch that breaks is no fault yet: the next listing tells, at once.
        if (failures > others || (!told && failures == others)) {
            told = false;
            listener.broken(fault.fault(endpoint.toString()));
        }
        long pause = failures <= others
                ? 1
                : Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(10, failures - others - 1));
        vertx.setTimer(pause, turn -> {
            if (!closed) {
                connect(listener);
            }
        });
    }
}
