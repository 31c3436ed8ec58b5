package dev.warmpath.router.http;

import dev.warmpath.config.settings.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.decision.Decision;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.Attempts;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.router.wire.ConnectionEnd;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One generation request, from its last byte in to its last byte out: read, prompt to hashes, {@link PairTrials},
 * {@link Relay}. Lives on one event loop. Whatever happens, it ends once: {@link #end} is the only way out, and it leaves
 * no leg, no timer and no booking behind.
 */
final class Exchange implements Relay.Listener {

    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    /** Status for metrics when the client left before it was answered; never sent. */
    private static final int CLIENT_LEFT = 499;

    private final Steps steps;
    private final Attempts attempts;
    private final Vertx vertx;
    private final Consumer<Exchange> ended;
    private final HttpServerRequest http;
    private final @Nullable String key;
    private final AccessLog access;
    private final HttpServerResponse client;
    private final Relay relay;
    private final BodyBudget.Share body;
    private final Turn turn;
    private final RequestId id;
    private final MultiMap forwarded;
    private String model = "";
    private long startNanos = System.nanoTime();
    private long lastTokenNanos;
    private long timer = -1;
    private boolean over;
    private @Nullable CompletableFuture<HashedPrompt> hashing;
    private @Nullable PairTrials trials;
    private @Nullable Attempt attempt;
    private @Nullable Choice choice;
    private @Nullable Decision decision;
    private @Nullable LegPassages passages;

    /**
     * @param key name of the key that let the request in, or null where none is needed
     * @param ended is told once, when nothing more will happen
     */
    Exchange(
            Steps steps,
            Attempts attempts,
            Vertx vertx,
            HttpServerRequest http,
            @Nullable String key,
            AccessLog access,
            Consumer<Exchange> ended) {
        this.steps = steps;
        this.attempts = attempts;
        this.vertx = vertx;
        this.ended = ended;
        this.http = http;
        this.key = key;
        this.access = access;
        this.client = http.response();
        this.relay = new Relay(
                vertx,
                client,
                ConnectionEnd.of(http.connection()),
                steps.server().clocks().writeTimeout(),
                this);
        this.body = steps.bodies().open();
        this.turn = new Turn(steps, vertx);
        this.id = RequestId.of(http.getHeader("x-request-id"));
        this.forwarded = HeaderRules.toWorker(http.headers());
    }

    void start(GenerationRequest.Endpoint endpoint) {
        steps.metrics().requestStarted();
        steps.retries().request();
        client.closeHandler(closed -> clientLeft());
        new BodyIntake(vertx, steps.server())
                .read(http, body)
                .compose(body -> accept(endpoint, body))
                .compose(request ->
                        admit(request).compose(admitted -> hash(request)).compose(prompt -> place(request, prompt)))
                .map(this::proceed)
                .onFailure(this::refuse);
    }

    private Future<GenerationRequest> accept(GenerationRequest.Endpoint endpoint, Buffer body) {
        if (over) {
            return Future.failedFuture(new IllegalStateException("the client has left"));
        }
        // Only from here on: a body that is not well framed arrives there too, and is owed a 400.
        client.exceptionHandler(broken -> clientLeft());
        startNanos = System.nanoTime();
        timer = vertx.setTimer(steps.server().requestTimeout().toMillis(), late -> timedOut());
        try {
            GenerationRequest request = GenerationRequest.read(endpoint, JsonBody.parse(body.getBytes()));
            model = request.model();
            return Future.succeededFuture(request);
        } catch (BadRequest bad) {
            return Future.failedFuture(bad);
        }
    }

    /** Waits for its turn, unless there is nobody to wait for. */
    private Future<Void> admit(GenerationRequest request) {
        if (steps.fleet().view().pairings(request.model()).isEmpty()) {
            ErrorAnswer nobody = steps.models().contains(model)
                    ? ErrorAnswer.unavailable("No worker is registered for this model now.", "no_worker")
                    : ErrorAnswer.modelNotFound();
            return Future.failedFuture(nobody.asFailure());
        }
        return turn.take(request.model());
    }

    private Future<HashedPrompt> hash(GenerationRequest request) {
        if (over) {
            return Future.failedFuture(new IllegalStateException("the client has left"));
        }
        FleetView fleet = steps.fleet().view();
        long before = System.nanoTime();
        CompletableFuture<HashedPrompt> work =
                steps.prompts().hash(request, fleet.blockSizes(model), fleet.engine(model));
        hashing = work;
        return Future.fromCompletionStage(work, vertx.getOrCreateContext()).onSuccess(prompt -> {
            hashing = null;
            steps.metrics().promptHashed(System.nanoTime() - before);
        });
    }

    private Future<PairTrials.Outcome> place(GenerationRequest request, HashedPrompt prompt) {
        if (over) {
            return Future.failedFuture(new IllegalStateException("the client has left"));
        }
        PairTrials placing = new PairTrials(
                steps,
                vertx,
                startNanos + steps.server().requestTimeout().toNanos(),
                attempts,
                request,
                prompt,
                id,
                forwarded,
                ClientDoor.asksForDecision(http));
        trials = placing;
        return placing.start();
    }

    private PairTrials.Outcome proceed(PairTrials.Outcome outcome) {
        // The request's body and tokens are not needed any more; a stream may go on for half an hour.
        trials = null;
        body.release();
        if (outcome instanceof PairTrials.Outcome.Begun begun) {
            passages = begun.passages();
            if (over) {
                begun.passages().abandoned();
                begun.attempt().close();
                return outcome;
            }
            attempt = begun.attempt();
            choice = begun.choice();
            decision = begun.decision();
            relay.relay(begun.answer(), begun.attempt(), ownHeaders());
        } else if (outcome instanceof PairTrials.Outcome.Failed failed) {
            choice = failed.choice();
            passOn(failed.fault());
        } else if (outcome instanceof PairTrials.Outcome.Nobody nobody) {
            String role = name(nobody.none().role());
            String message = "No " + role + " worker can serve this model now: "
                    + nobody.none().reason() + ".";
            fail(ErrorAnswer.unavailable(message, "no_" + role));
        }
        return outcome;
    }

    /** Ends the request with what the worker said, or with a 502 where it said nothing. */
    private void passOn(LegFault fault) {
        if (over) {
            return;
        }
        WorkerAnswer answer = fault.answer();
        if (fault.credentialsRefused()) {
            fail(ErrorAnswer.badGateway(
                    "The " + name(fault.role()) + " worker refused the router's own credentials.",
                    "worker_credentials"));
            return;
        }
        if (fault.kind() == LegFault.Kind.HAND_OFF_EXPIRED) {
            fail(ErrorAnswer.handOffExpired());
            return;
        }
        if (answer == null) {
            String message = "The " + name(fault.role()) + " worker failed ("
                    + fault.kind().key() + ") and no other could take the request.";
            fail(ErrorAnswer.badGateway(message, fault.kind().key()));
            return;
        }
        relay.relay(answer, ownHeaders());
        end(answer.status(), fault.clientFault() ? "worker_refused" : "worker_error");
    }

    private MultiMap ownHeaders() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("x-request-id", id.shown());
        if (decision != null && ClientDoor.asksForDecision(http)) {
            headers.add("x-warmpath-decision", decision.header());
        }
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
        long now = System.nanoTime();
        if (lastTokenNanos != 0) {
            steps.metrics().nextTokens(model, now - lastTokenNanos, count);
        }
        lastTokenNanos = now;
        if (attempt != null) {
            attempt.generated(count);
        }
    }

    @Override
    public void complete() {
        noteTraffic();
        if (passages != null && relay.carriedError()) {
            passages.carriedError();
        } else if (passages != null) {
            passages.completed();
        }
        end(client.getStatusCode(), relay.carriedError() ? "error_event" : "ok");
    }

    /** Tells the prefill rank's stream of blocks that this request must have stored, if it had any uncached. */
    private void noteTraffic() {
        Booking prefill = null;
        if (choice instanceof Choice.Pair pair) {
            prefill = pair.prefill();
        } else if (choice instanceof Choice.Single single) {
            prefill = single.booking();
        }
        if (prefill == null || prefill.requestBlocks() <= prefill.matchedBlocks()) {
            return;
        }
        Target target = prefill.target();
        Worker.Rank rank = steps.fleet().view().rank(target);
        if (rank != null) {
            rank.feed().noteTraffic(startNanos);
        }
    }

    @Override
    public void brokenOff(LegFault fault) {
        steps.metrics().legFault(fault);
        if (passages != null) {
            passages.failed(fault);
        }
        steps.faults().tell(fault, "leg failed inside the answer");
        end(client.getStatusCode(), "broken_off");
    }

    @Override
    public void stalled() {
        end(client.getStatusCode(), "client_stalled");
        closeLegs(false);
    }

    private void clientLeft() {
        if (!over) {
            // In this order: what closeLegs cancels fails at once, and must find the request ended.
            end(CLIENT_LEFT, "client_left");
            closeLegs(false);
        }
    }

    private void timedOut() {
        if (over) {
            return;
        }
        breakOff(ErrorAnswer.timeout(), true);
    }

    /** The router stops, and the time for open requests is over. */
    void stop() {
        if (!over) {
            breakOff(ErrorAnswer.stopping(), false);
        }
    }

    /** The router stops: what has not had its turn will not get it here, and another router can take it now. */
    void stopWaiting() {
        if (turn.waiting()) {
            stop();
        }
    }

    /** Ends the request with an error of the router's own, told in the way that is still open. */
    private void breakOff(ErrorAnswer error, boolean timedOut) {
        boolean committed = relay.committed();
        end(committed ? client.getStatusCode() : error.status(), error.reason());
        closeLegs(timedOut);
        if (committed) {
            relay.breakOff(error);
        } else {
            error.send(client, id.shown());
        }
    }

    /** A step failed, or refused the request. */
    private void refuse(Throwable cause) {
        if (over) {
            return;
        }
        if (cause instanceof BadRequest bad) {
            fail(ErrorAnswer.of(bad));
        } else if (cause instanceof ErrorAnswer.Failure failure) {
            fail(failure.answer());
        } else {
            log.atError().addKeyValue("request", id.shown()).setCause(cause).log("request failed inside the router");
            breakOff(ErrorAnswer.internal(), false);
        }
    }

    private void fail(ErrorAnswer error) {
        end(error.status(), error.reason());
        error.send(client, id.shown());
    }

    private void closeLegs(boolean timedOut) {
        if (hashing != null) {
            hashing.cancel(false);
        }
        if (trials != null) {
            trials.close(timedOut);
        }
        if (passages != null) {
            passages.abandoned();
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
        turn.end();
        relay.stop();
        body.release();
        ended.accept(this);
        watchLeftoverPrefill();
        long nanos = System.nanoTime() - startNanos;
        steps.metrics().requestEnded(model, status, reason, nanos);
        access.ended(key, id.shown(), model, status, reason, nanos);
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
