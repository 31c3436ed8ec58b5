package dev.warmpath.router.health;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.router.fleet.worker.HealthStatus.Reason;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.tls.HandshakeFaults;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/**
 * Sends probes. Each is a connection of its own, so that it shows whether the worker accepts, and so that none waits
 * behind another worker's. The status alone decides: the body, whatever its size, is not read, and the connection is
 * closed. Redirects are not followed; they are no good answer.
 *
 * <p>It ends with the verticle that made it, at the same moment as that one's timers: closed sooner, it would be asked once
 * more by one of them.
 */
final class ProbeClient {

    private final Vertx vertx;
    private final HttpClient client;

    ProbeClient(Vertx vertx) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setKeepAlive(false)
                        .setDecompressionSupported(false)
                        .setMaxHeaderSize(16 << 10),
                // Per worker. A probe begins after the one before has ended; the second is for one that is closing.
                new PoolOptions().setHttp1MaxSize(2));
    }

    /** Never fails. */
    Future<ProbeResult> probe(Worker worker, HealthSettings settings) {
        int limit = (int) settings.timeout().toMillis();
        RequestOptions request = WorkerCall.to(worker, HttpMethod.GET, settings.path())
                .setFollowRedirects(false)
                .setConnectTimeout(limit);
        Promise<ProbeResult> result = Promise.promise();
        long timer = vertx.setTimer(limit, late -> result.tryComplete(new ProbeResult(Reason.TIMEOUT, "")));
        client.request(request).onComplete(opened -> {
            if (opened.failed()) {
                result.tryComplete(failed(Reason.CONNECT, opened.cause()));
                return;
            }
            // Also when it opens after its time.
            result.future().onComplete(done -> opened.result().connection().close());
            // What goes wrong is told by the answer's future.
            opened.result().exceptionHandler(told -> {});
            opened.result()
                    .send()
                    .onSuccess(answer -> result.tryComplete(judge(answer.statusCode())))
                    .onFailure(broken -> result.tryComplete(failed(Reason.RESET, broken)));
        });
        return result.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    /** @param otherwise the reason where it is not the TLS handshake that failed */
    private static ProbeResult failed(Reason otherwise, Throwable cause) {
        String handshake = HandshakeFaults.of(cause);
        return handshake == null
                ? new ProbeResult(otherwise, String.valueOf(cause.getMessage()))
                : new ProbeResult(Reason.TLS, handshake);
    }

    private static ProbeResult judge(int status) {
        return status >= 200 && status < 300
                ? new ProbeResult(Reason.OK, "")
                : new ProbeResult(Reason.STATUS, "status " + status);
    }
}
