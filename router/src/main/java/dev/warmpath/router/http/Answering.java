package dev.warmpath.router.http;

import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.legs.Attempt;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.router.wire.ConnectionEnd;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.load.Booking;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one {@link Exchange}, once there is one: passes it on, and tells metrics, breakers and the rank's event
 * stream what became of it. Lives on the exchange's event loop.
 */
final class Answering implements Relay.Listener {

    /** Is told, once at most, that the answer is over. */
    interface End {

        /**
         * Nothing more will be passed on.
         *
         * @param status what the client got
         * @param reason short, for metrics
         */
        void ended(int status, String reason);
    }

    /** An answer that has begun. */
    private record Current(PairTrials.Outcome.Begun begun, String model, long startNanos) {

        Attempt attempt() {
            return begun.attempt();
        }

        LegPassages passages() {
            return begun.passages();
        }
    }

    private final Steps steps;
    private final Vertx vertx;
    private final HttpServerRequest http;
    private final HttpServerResponse client;
    private final RequestId id;
    private final End end;
    private final Relay relay;
    private long lastTokenNanos;
    private @Nullable Current current;

    Answering(Steps steps, Vertx vertx, HttpServerRequest http, RequestId id, End end) {
        this.steps = steps;
        this.vertx = vertx;
        this.http = http;
        this.client = http.response();
        this.id = id;
        this.end = end;
        this.relay = new Relay(
                vertx,
                client,
                ConnectionEnd.of(http.connection()),
                steps.server().clocks().writeTimeout(),
                Endpoint.errors(http.path()),
                this);
    }

    /**
     * Passes on what has begun.
     *
     * @param startNanos when the request's last byte had come
     */
    void begin(PairTrials.Outcome.Begun begun, String model, long startNanos) {
        current = new Current(begun, model, startNanos);
        noteKeeper(begun, model);
        relay.relay(begun.answer(), begun.attempt(), headers -> {
            addOwn(headers, begun.choice());
            if (ClientDoor.asksForDecision(http)) {
                headers.add("x-warmpath-decision", begun.decision().header());
            }
        });
    }

    /** Remembers who keeps a response that clients may come back to. */
    private void noteKeeper(PairTrials.Outcome.Begun begun, String model) {
        Buffer first = begun.answer().first();
        if (first != null && Endpoint.at(http.path()) == Endpoint.RESPONSES) {
            Choice choice = begun.choice();
            Booking answering = choice instanceof Choice.Pair pair ? pair.decode() : ((Choice.Single) choice).booking();
            steps.keepers().answered(first, answering.target().worker(), model);
        }
    }

    /** Passes a worker's refusal or error on, whole. */
    void passOn(WorkerAnswer answer, @Nullable Choice choice) {
        relay.relay(answer, headers -> addOwn(headers, choice));
    }

    private void addOwn(MultiMap headers, @Nullable Choice choice) {
        headers.add(RequestId.HEADER, id.shown());
        if (steps.server().targetHeaders()) {
            if (choice instanceof Choice.Pair pair) {
                headers.add("x-warmpath-prefill", pair.prefill().target().toString());
                headers.add("x-warmpath-decode", pair.decode().target().toString());
            } else if (choice instanceof Choice.Single single) {
                headers.add("x-warmpath-prefill", single.booking().target().toString());
                headers.add("x-warmpath-decode", single.booking().target().toString());
            }
        }
    }

    @Override
    public void firstToken() {
        Current answer = current;
        if (answer != null) {
            steps.metrics().firstToken(answer.model(), System.nanoTime() - answer.startNanos());
        }
    }

    @Override
    public void tokens(int count) {
        Current answer = current;
        if (answer == null) {
            return;
        }
        long nanos = System.nanoTime();
        if (lastTokenNanos != 0) {
            steps.metrics().nextTokens(answer.model(), nanos - lastTokenNanos, count);
        }
        lastTokenNanos = nanos;
        answer.attempt().generated(count);
    }

    @Override
    public void complete() {
        Current answer = current;
        if (answer != null) {
            noteTraffic(answer);
            noteSaving(answer);
            if (relay.carriedError()) {
                answer.passages().carriedError();
            } else {
                answer.passages().completed();
            }
        }
        end.ended(client.getStatusCode(), relay.carriedError() ? "error_event" : "ok");
    }

    private void noteSaving(Current answer) {
        if (answer.begun().choice() instanceof Choice.Single single
                && single.kind() == Choice.Kind.PREFILL_SKIPPED
                && !relay.carriedError()) {
            steps.metrics().handOffSaved();
        }
    }

    /** Tells the prefill rank's stream of blocks that this request must have stored, if it had any uncached. */
    private void noteTraffic(Current answer) {
        Choice choice = answer.begun().choice();
        Booking prefill = null;
        if (choice instanceof Choice.Pair pair) {
            prefill = pair.prefill();
        } else if (choice instanceof Choice.Single single) {
            prefill = single.booking();
        }
        if (prefill == null || prefill.requestBlocks() <= prefill.matchedBlocks()) {
            return;
        }
        Worker.Rank rank = steps.fleet().view().rank(prefill.target());
        if (rank != null) {
            rank.feed().noteTraffic(answer.startNanos());
        }
    }

    @Override
    public void brokenOff(LegFault fault) {
        steps.metrics().legFault(fault);
        if (current != null) {
            current.passages().failed(fault);
        }
        steps.faults().tell(fault, "leg failed inside the answer");
        end.ended(client.getStatusCode(), "broken_off");
    }

    @Override
    public void stalled() {
        // In this order: what closing cancels fails at once, and must find the request ended.
        end.ended(client.getStatusCode(), "client_stalled");
        close();
    }

    /** Whether the client has been sent a status. */
    boolean committed() {
        return relay.committed();
    }

    /** Ends an answer that is under way with an error of the router's own; see {@link Relay#breakOff(ErrorAnswer)}. */
    void breakOff(ErrorAnswer error) {
        relay.breakOff(error);
    }

    /** Ends the legs that answer, if they have not ended; charged to nobody. */
    void close() {
        if (current != null) {
            current.passages().abandoned();
            current.attempt().close();
        }
    }

    /** The request has ended, however. A prefill leg may outlive its answer, but not the request's own clock. */
    void ended() {
        relay.stop();
        if (current == null || current.attempt().ended().isComplete()) {
            return;
        }
        Attempt left = current.attempt();
        long clock = vertx.setTimer(steps.server().requestTimeout().toMillis(), late -> left.close());
        left.ended().onComplete(ended -> vertx.cancelTimer(clock));
    }
}
