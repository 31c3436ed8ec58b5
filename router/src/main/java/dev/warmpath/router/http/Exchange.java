package dev.warmpath.router.http;

import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.admission.Claim;
import dev.warmpath.router.admission.Priorities;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.endpoint.ErrorShape;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.hints.Hints;
import dev.warmpath.router.legs.Forwarded;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.router.trace.RequestTrace;
import dev.warmpath.scorer.hash.HashedPrompt;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request, from its last byte in to its last byte out: read, prompt to hashes, {@link PairTrials},
 * {@link Answering}. Lives on one event loop. Whatever happens, it ends once: {@link #end} is the only way out, and it
 * leaves no leg, no timer and no booking behind.
 */
final class Exchange implements BodyIntake.Reader, Turn.Owner, PairTrials.Reader, Answering.End {

    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    /** Status for metrics when the client left before it was answered; never sent. */
    private static final int CLIENT_LEFT = 499;

    private final Steps steps;
    private final Loop loop;
    private final Vertx vertx;
    private final Consumer<Exchange> ended;
    private final Endpoint endpoint;
    private final HttpServerRequest http;
    private final @Nullable String key;
    private final HttpServerResponse client;
    private final Answering answering;
    private final BodyBudget.Share body;
    private final Turn turn;
    private final RequestId id;
    private final RequestTrace trace;
    private final ErrorShape errors;
    private String model = "";
    private @Nullable String keeper;
    private @Nullable Integer urgency;
    private long startNanos = System.nanoTime();
    private FixedDelay.@Nullable Wait clock;
    private boolean over;
    /** While its turn has not come. */
    private @Nullable RoutedRequest waiting;

    private @Nullable CompletableFuture<HashedPrompt> hashing;
    private @Nullable PairTrials trials;

    /**
     * @param key name of the key that let the request in, or null where none is needed
     * @param ended is told once, when nothing more will happen
     */
    Exchange(
            Steps steps,
            Loop loop,
            Endpoint endpoint,
            HttpServerRequest http,
            @Nullable String key,
            Consumer<Exchange> ended) {
        this.steps = steps;
        this.endpoint = endpoint;
        this.loop = loop;
        this.vertx = loop.vertx();
        this.ended = ended;
        this.http = http;
        this.key = key;
        this.client = http.response();
        this.body = steps.bodies().open();
        this.turn = new Turn(steps, vertx, this);
        this.id = RequestId.of(http.getHeader(RequestId.HEADER));
        this.answering = new Answering(steps, vertx, http, id, this);
        this.errors = Endpoint.errors(http.path());
        this.trace = steps.tracing().begin(http.method(), endpoint, http.headers());
    }

    void start() {
        client.closeHandler(closed -> clientLeft());
        try {
            steps.metrics().requestStarted(endpoint);
            steps.retries().request();
            trace.step(RequestTrace.Step.READ);
            loop.intake().read(http, body, this);
        } catch (Throwable failed) {
            refuse(failed);
        }
    }

    // Each step returns before the next is called, and waits only where something has to be waited for. Nested in each
    // other, or joined by futures, the same steps cost the compiler several times as much: it compiles each with all
    // that it calls.
    //
    // Vert.x logs what a callback throws, and the client would wait for its clock. So whoever calls a step from outside
    // catches whatever comes, an overflown stack as well, and refuse() ends the request.

    @Override
    public void whole(byte[] bytes) {
        if (over) {
            return;
        }
        try {
            RoutedRequest request = accept(bytes);
            if (admit(request)) {
                run(request);
            } else {
                waiting = request;
            }
        } catch (Throwable failed) {
            refuse(failed);
        }
    }

    private RoutedRequest accept(byte[] bytes) throws BadRequest, ErrorAnswer.Failure {
        // Only from here on: a body that is not well framed arrives there too, and is owed a 400.
        client.exceptionHandler(broken -> clientLeft());
        startNanos = System.nanoTime();
        clock = loop.requestTimeout().begin(this::timedOut, startNanos);
        Asked asked = loop.reading().read(endpoint, http, bytes, steps.fleet().view());
        keeper = asked.keeper();
        model = asked.request().model();
        return asked.request();
    }

    /** Whether its turn has come at once; it does not wait where there is nobody to wait for. */
    private boolean admit(RoutedRequest request) throws ErrorAnswer.Failure {
        FleetView fleet = steps.fleet().view();
        if (fleet.pairings(model).isEmpty()
                || Asked.pairings(steps.adapters(), fleet, request, keeper).isEmpty()) {
            throw Unserved.byAnybody(steps.models(), fleet, model, keeper, request.endpoint())
                    .asFailure();
        }
        try {
            Claim claim = steps.priorities().claim(key, http.getHeader(ErrorAnswer.PRIORITY));
            urgency = steps.priorities().urgency(claim);
            trace.step(RequestTrace.Step.WAIT);
            return turn.take(request.model(), claim, startNanos);
        } catch (Priorities.Refused refused) {
            throw ErrorAnswer.priority(refused.fault(), steps.priorities().names())
                    .asFailure();
        }
    }

    @Override
    public void turnCame() {
        RoutedRequest request = waiting;
        waiting = null;
        if (over || request == null) {
            return;
        }
        try {
            run(request);
        } catch (Throwable failed) {
            refuse(failed);
        }
    }

    @Override
    public void turnedAway(ErrorAnswer answer) {
        waiting = null;
        refuse(answer.asFailure());
    }

    private void run(RoutedRequest request) {
        HashedPrompt prompt = hash(request);
        if (prompt != null) {
            place(request, prompt);
        }
    }

    /** The prompt; or null, and {@link #place} follows when there is one. */
    private @Nullable HashedPrompt hash(RoutedRequest routed) {
        if (!(routed instanceof GenerationRequest request) || request.endpoint().prompt() == Endpoint.Prompt.NONE) {
            return steps.prompts().none();
        }
        trace.step(RequestTrace.Step.PROMPT);
        FleetView fleet = steps.fleet().view();
        long before = System.nanoTime();
        CompletableFuture<HashedPrompt> work =
                steps.prompts().hash(request, fleet.blockSizes(model), fleet.engine(model));
        if (work.isDone()) {
            steps.metrics().promptHashed(System.nanoTime() - before);
            return work.join();
        }
        hashing = work;
        Future.fromCompletionStage(work, vertx.getOrCreateContext()).onComplete(done -> {
            hashing = null;
            if (over) {
                return;
            }
            if (done.failed()) {
                refuse(done.cause());
            } else {
                placeLater(request, done.result(), System.nanoTime() - before);
            }
        });
        return null;
    }

    private void placeLater(RoutedRequest request, HashedPrompt prompt, long hashNanos) {
        try {
            steps.metrics().promptHashed(hashNanos);
            place(request, prompt);
        } catch (Throwable failed) {
            refuse(failed);
        }
    }

    private void place(RoutedRequest request, HashedPrompt prompt) {
        PairTrials placing = new PairTrials(
                steps,
                vertx,
                startNanos + steps.server().requestTimeout().toNanos(),
                loop.attempts(),
                request,
                keeper,
                prompt,
                hints(request),
                id,
                new Forwarded(HeaderRules.toWorker(http.headers()), urgency),
                trace,
                this);
        trials = placing;
        placing.start();
    }

    private Hints hints(RoutedRequest request) {
        return request instanceof GenerationRequest generation
                ? steps.hints().take(generation.body(), http.headers(), key)
                : Hints.NONE;
    }

    @Override
    public void placed(PairTrials.Outcome outcome) {
        // The request's body and tokens are not needed any more; a stream may go on for half an hour.
        trials = null;
        body.release();
        if (outcome instanceof PairTrials.Outcome.Begun begun) {
            if (over) {
                begun.passages().abandoned();
                begun.attempt().close();
            } else {
                answering.begin(begun, model, startNanos);
            }
        } else if (outcome instanceof PairTrials.Outcome.Failed failed) {
            passOn(failed);
        } else if (outcome instanceof PairTrials.Outcome.Nobody nobody) {
            fail(Unserved.byChoice(nobody.none()));
        }
    }

    @Override
    public void broken(Throwable cause) {
        refuse(cause);
    }

    /** Ends the request with what the worker said, or with a 502 where it said nothing. */
    private void passOn(PairTrials.Outcome.Failed failed) {
        if (over) {
            return;
        }
        LegFault fault = failed.fault();
        WorkerAnswer said = Unserved.said(fault);
        if (said == null) {
            fail(Unserved.byLastTry(fault));
            return;
        }
        answering.passOn(said, failed.choice());
        end(said.status(), fault.clientFault() ? "worker_refused" : "worker_error");
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
        boolean committed = answering.committed();
        end(committed ? client.getStatusCode() : error.status(), error.reason());
        closeLegs(timedOut);
        if (committed) {
            answering.breakOff(error);
        } else {
            // A worker's headers may be there already, with the length of its body.
            client.headers().clear();
            error.send(client, id.shown(), errors);
        }
    }

    @Override
    public void refused(Exception why) {
        refuse(why);
    }

    /** A step failed, or refused the request. */
    private void refuse(Throwable cause) {
        if (cause instanceof BadRequest bad) {
            failOnce(ErrorAnswer.of(bad));
        } else if (cause instanceof ErrorAnswer.Failure failure) {
            failOnce(failure.answer());
        } else {
            log.atError().addKeyValue("request", id.shown()).setCause(cause).log("request failed inside the router");
            if (!over) {
                breakOff(ErrorAnswer.internal(), false);
            }
        }
    }

    private void failOnce(ErrorAnswer error) {
        if (!over) {
            fail(error);
        }
    }

    private void fail(ErrorAnswer error) {
        end(error.status(), error.reason());
        error.send(client, id.shown(), errors);
    }

    private void closeLegs(boolean timedOut) {
        if (hashing != null) {
            hashing.cancel(false);
        }
        if (trials != null) {
            trials.close(timedOut);
        }
        answering.close();
    }

    @Override
    public void ended(int status, String reason) {
        end(status, reason);
    }

    private void end(int status, String reason) {
        if (over) {
            return;
        }
        over = true;
        if (clock != null) {
            clock.cancel();
        }
        turn.end();
        answering.ended();
        body.release();
        ended.accept(this);
        try {
            tellEnd(status, reason);
        } catch (Throwable failed) {
            // Whoever ends the request has still to answer the client and to close the legs.
            log.atError().addKeyValue("request", id.shown()).setCause(failed).log("request's end was not told of");
        }
    }

    private void tellEnd(int status, String reason) {
        long nanos = System.nanoTime() - startNanos;
        steps.metrics().requestEnded(model, status, reason, nanos);
        trace.end(steps.models().label(model), status, reason);
        loop.access().ended(key, id.shown(), model, status, reason, nanos);
    }
}
