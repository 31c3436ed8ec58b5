package dev.warmpath.router.http;

import dev.warmpath.config.settings.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.legs.Answer;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.Attempts;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.hash.HashedPrompt;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One generation request, from its last byte in to its last byte out: read, prompt to hashes, choose and book, legs,
 * relay. Lives on one event loop. Whatever happens, it ends once: {@link #end} is the only way out, and it leaves no
 * leg, no timer and no booking behind.
 */
final class Exchange implements Relay.Listener {

    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    /** Status for metrics when the client left before it was answered; never sent. */
    private static final int CLIENT_LEFT = 499;

    private final Steps steps;
    private final Attempts attempts;
    private final Vertx vertx;
    private final HttpServerRequest http;
    private final HttpServerResponse client;
    private final Relay relay;
    private final RequestId id;
    private final MultiMap forwarded;
    private final Set<Target> excluded = new HashSet<>();
    private String model = "";
    private long startNanos = System.nanoTime();
    private long timer = -1;
    private int tries;
    private boolean over;
    private @Nullable CompletableFuture<HashedPrompt> hashing;
    private @Nullable Attempt attempt;
    private @Nullable Choice choice;
    private @Nullable LegFault lastFault;

    Exchange(Steps steps, Attempts attempts, Vertx vertx, HttpServerRequest http) {
        this.steps = steps;
        this.attempts = attempts;
        this.vertx = vertx;
        this.http = http;
        this.client = http.response();
        this.relay = new Relay(client, this);
        this.id = RequestId.of(http.getHeader("x-request-id"));
        this.forwarded = HeaderRules.toWorker(http.headers());
    }

    void start(GenerationRequest.Endpoint endpoint) {
        steps.metrics().requestStarted();
        client.exceptionHandler(broken -> clientLeft());
        client.closeHandler(closed -> clientLeft());
        new BodyIntake(vertx, steps.server())
                .read(http)
                .compose(body -> accept(endpoint, body))
                .onFailure(this::refuse);
    }

    private Future<Void> accept(GenerationRequest.Endpoint endpoint, Buffer body) {
        if (over) {
            return Future.succeededFuture();
        }
        startNanos = System.nanoTime();
        timer = vertx.setTimer(steps.server().requestTimeout().toMillis(), late -> timedOut());
        try {
            GenerationRequest request = GenerationRequest.read(endpoint, JsonBody.parse(body.getBytes()));
            model = request.model();
            if (steps.fleet().view().pairings(model).isEmpty()) {
                fail(ErrorAnswer.modelNotFound());
                return Future.succeededFuture();
            }
            return hash(request).onSuccess(prompt -> tryPair(request, prompt)).mapEmpty();
        } catch (BadRequest bad) {
            return Future.failedFuture(bad);
        }
    }

    private Future<HashedPrompt> hash(GenerationRequest request) {
        Context loop = vertx.getOrCreateContext();
        long before = System.nanoTime();
        CompletableFuture<HashedPrompt> work =
                steps.prompts().hash(request, steps.fleet().view().blockSizes(model));
        hashing = work;
        return Future.fromCompletionStage(work, loop).onSuccess(prompt -> {
            hashing = null;
            steps.metrics().promptHashed(System.nanoTime() - before);
            if (prompt.unhashedReason() != null) {
                steps.metrics().unhashed(prompt.unhashedReason());
            }
        });
    }

    /** One attempt; called again after a fault that another pair may not have. */
    private void tryPair(GenerationRequest request, HashedPrompt prompt) {
        if (over) {
            return;
        }
        FleetView fleet = steps.fleet().view();
        List<Pairing> pairings = fleet.pairings(model);
        long before = System.nanoTime();
        Choice chosen = steps.chooser().choose(prompt, pairings, excluded);
        steps.metrics().chosen(chosen, System.nanoTime() - before);
        choice = chosen;
        tries++;
        if (chosen instanceof Choice.NoTarget none) {
            noTarget(none);
            return;
        }
        Attempt started = open(request, chosen, fleet);
        attempt = started;
        started.start()
                .onSuccess(answer -> commit(answer, started))
                .onFailure(cause -> attemptFailed(request, prompt, fleet, cause));
    }

    private Attempt open(GenerationRequest request, Choice chosen, FleetView fleet) {
        String upstreamId = id.forAttempt();
        try {
            if (chosen instanceof Choice.Pair pair) {
                return attempts.pair(request, pair, fleet, forwarded, upstreamId);
            }
            return attempts.single(request, (Choice.Single) chosen, fleet, forwarded, upstreamId);
        } catch (RuntimeException failed) {
            // No attempt took the bookings over, so they are still ours to end.
            refund(chosen);
            throw failed;
        }
    }

    private static void refund(Choice chosen) {
        if (chosen instanceof Choice.Pair pair) {
            pair.prefill().refund();
            pair.decode().refund();
        } else if (chosen instanceof Choice.Single single) {
            single.booking().refund();
        }
    }

    private void commit(Answer answer, Attempt from) {
        if (over) {
            from.close();
            return;
        }
        relay.relay(answer, from, ownHeaders());
    }

    private void attemptFailed(GenerationRequest request, HashedPrompt prompt, FleetView fleet, Throwable cause) {
        if (!(cause instanceof LegFault fault)) {
            refuse(cause);
            return;
        }
        steps.metrics().legFault(fault);
        if (over) {
            return;
        }
        if (fault.clientFault()) {
            passOn(fault);
            return;
        }
        log.atWarn()
                .addKeyValue("request", id.shown())
                .addKeyValue("role", fault.role())
                .addKeyValue("target", fault.target())
                .addKeyValue("reason", fault.kind().key())
                .addKeyValue("attempt", tries)
                .log("leg failed before the answer began");
        lastFault = fault;
        exclude(fault, fleet);
        if (tries > steps.upstream().retries()) {
            passOn(fault);
            return;
        }
        steps.metrics().retry();
        tryPair(request, prompt);
    }

    private void exclude(LegFault fault, FleetView fleet) {
        excluded.add(fault.target());
        Worker worker = fleet.worker(fault.target().worker());
        if (fault.wholeWorker() && worker != null) {
            worker.ranks().forEach(rank -> excluded.add(rank.candidate().target()));
        }
    }

    private void noTarget(Choice.NoTarget none) {
        if (lastFault != null) {
            passOn(lastFault);
            return;
        }
        String role = name(none.role());
        fail(ErrorAnswer.unavailable(
                "No " + role + " worker can serve this model now: " + none.reason() + ".", "no_" + role));
    }

    /** Ends the request with what the worker said, or with a 502 where it said nothing. */
    private void passOn(LegFault fault) {
        WorkerAnswer answer = fault.answer();
        if (answer == null) {
            String role = name(fault.role());
            fail(ErrorAnswer.badGateway(
                    "The " + role + " worker failed (" + fault.kind().key() + ") and no other could take the request.",
                    fault.kind().key()));
            return;
        }
        relay.relay(answer, ownHeaders());
        end(answer.status(), fault.clientFault() ? "worker_refused" : "worker_error");
    }

    private MultiMap ownHeaders() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("x-request-id", id.shown());
        if (steps.server().targetHeaders()) {
            if (choice instanceof Choice.Pair pair) {
                headers.add("x-warmpath-prefill", pair.prefill().target().toString());
                headers.add("x-warmpath-decode", pair.decode().target().toString());
            } else if (choice instanceof Choice.Single single) {
                headers.add("x-warmpath-prefill", single.booking().target().toString());
                headers.add("x-warmpath-decode", single.booking().target().toString());
            }
        }
        return headers;
    }

    @Override
    public void firstToken() {
        steps.metrics().firstToken(model, System.nanoTime() - startNanos);
    }

    @Override
    public void tokens(int count) {
        if (attempt != null) {
            attempt.generated(count);
        }
    }

    @Override
    public void complete() {
        noteTraffic();
        end(client.getStatusCode(), "ok");
    }

    /** Tells the prefill rank's stream that this request must have stored blocks, if it had any that were not cached. */
    private void noteTraffic() {
        Target target = null;
        if (choice instanceof Choice.Pair pair
                && pair.prefill().requestBlocks() > pair.prefill().matchedBlocks()) {
            target = pair.prefill().target();
        } else if (choice instanceof Choice.Single single
                && single.booking().requestBlocks() > single.booking().matchedBlocks()) {
            target = single.booking().target();
        }
        Worker.Rank rank = target == null ? null : steps.fleet().view().rank(target);
        if (rank != null) {
            rank.feed().noteTraffic();
        }
    }

    @Override
    public void brokenOff(LegFault fault) {
        steps.metrics().legFault(fault);
        log.atWarn()
                .addKeyValue("request", id.shown())
                .addKeyValue("role", fault.role())
                .addKeyValue("target", fault.target())
                .addKeyValue("reason", fault.kind().key())
                .log("leg failed inside the answer");
        end(client.getStatusCode(), "broken_off");
    }

    private void clientLeft() {
        if (!over) {
            closeLegs();
            end(CLIENT_LEFT, "client_left");
        }
    }

    private void timedOut() {
        if (over) {
            return;
        }
        closeLegs();
        if (relay.committed()) {
            relay.breakOff(ErrorAnswer.timeout());
            end(client.getStatusCode(), "timeout");
        } else {
            fail(ErrorAnswer.timeout());
        }
    }

    /** A step before the legs failed. */
    private void refuse(Throwable cause) {
        if (over) {
            return;
        }
        if (cause instanceof BadRequest bad) {
            fail(ErrorAnswer.of(bad));
            return;
        }
        log.atError().addKeyValue("request", id.shown()).setCause(cause).log("request failed inside the router");
        closeLegs();
        fail(ErrorAnswer.internal());
    }

    private void fail(ErrorAnswer error) {
        if (error.status() == 413 || error.status() == 408) {
            // The rest of the body is still on its way and would be taken for the next request.
            client.putHeader("connection", "close");
        }
        error.send(client, id.shown());
        end(error.status(), error.reason());
    }

    private void closeLegs() {
        if (hashing != null) {
            hashing.cancel(false);
        }
        if (attempt != null) {
            attempt.close();
        }
    }

    private void end(int status, String reason) {
        if (over) {
            return;
        }
        over = true;
        if (timer >= 0) {
            vertx.cancelTimer(timer);
        }
        watchLeftoverPrefill();
        steps.metrics().requestEnded(model, status, reason, System.nanoTime() - startNanos);
    }

    /** A prefill leg may outlive its answer, but not the request's own clock. */
    private void watchLeftoverPrefill() {
        Attempt left = attempt;
        if (left == null || left.ended().isComplete()) {
            return;
        }
        long clock = vertx.setTimer(steps.server().requestTimeout().toMillis(), late -> left.close());
        left.ended().onComplete(ended -> vertx.cancelTimer(clock));
    }

    private static String name(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
