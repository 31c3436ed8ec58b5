package dev.warmpath.router.legs;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.OpaqueRequest;
import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.disagg.DisaggProtocol;
import dev.warmpath.router.disagg.HandOffGap;
import dev.warmpath.router.disagg.LegPlan;
import dev.warmpath.router.disagg.LegRequest;
import dev.warmpath.router.disagg.Seat;
import dev.warmpath.router.disagg.SglangBootstrap;
import dev.warmpath.router.disagg.Unified;
import dev.warmpath.router.disagg.vllm.VllmMooncake;
import dev.warmpath.router.disagg.vllm.VllmNixl;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.trace.RequestTrace;
import dev.warmpath.router.usage.UsageAsk;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a booked choice into an attempt that can be started. */
public final class Attempts {

    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

    private final LegClient client;
    private final HandOffRules rules;
    private final UsageWatch watch;
    private final boolean askUsage;
    private final Unified unified = new Unified();
    private final Map<Protocol, DisaggProtocol> protocols = new EnumMap<>(Protocol.class);

    /**
     * @param watch is told what the legs that compute prompts say of their caches
     * @param askUsage whether streams whose clients do not ask for usage are asked for it
     */
    public Attempts(LegClient client, HandOffRules rules, UsageWatch watch, boolean askUsage) {
        this.client = client;
        this.rules = rules;
        this.watch = watch;
        this.askUsage = askUsage;
        protocols.put(Protocol.SGLANG_BOOTSTRAP, new SglangBootstrap());
        protocols.put(Protocol.VLLM_NIXL, new VllmNixl());
        protocols.put(Protocol.VLLM_MOONCAKE, new VllmMooncake());
    }

    /**
     * The choice as it can be carried out. A request whose KV cache cannot be handed over is served by the decode worker
     * alone, and prefill's booking is given back.
     */
    public Choice feasible(RoutedRequest request, Choice choice) {
        DisaggProtocol protocol = choice instanceof Choice.Pair pair
                ? protocols.get(pair.pairing().protocol())
                : null;
        HandOffGap gap = protocol == null ? null : protocol.gap(generation(request));
        if (gap == null || !(choice instanceof Choice.Pair pair)) {
            return choice;
        }
        pair.prefill().refund();
        rules.watch().missing(pair.decode().target(), gap, true);
        return new Choice.Single(pair.pairing(), pair.decodeTarget(), pair.decode(), pair.decodeKind());
    }

    /**
     * An attempt over one worker.
     *
     * @param forwarded what each leg carries beside its body
     * @param upstreamId request id for the workers, unique to this attempt
     * @param trace is told of the legs
     */
    public Attempt single(
            RoutedRequest routed,
            Choice.Single choice,
            FleetView fleet,
            Forwarded forwarded,
            String upstreamId,
            RequestTrace trace) {
        Seat seat = seat(choice.target(), fleet, forwarded);
        if (routed instanceof OpaqueRequest opaque) {
            Leg leg = open(opaque, unified.pass(opaque, seat), forwarded, upstreamId, false, trace);
            return new SingleAttempt(client, new AnsweringLeg(leg, choice.booking(), UsageTap.closed()));
        }
        GenerationRequest request = generation(routed);
        boolean ask = askUsage && UsageTap.compares(request) && UsageAsk.fits(request);
        LegRequest leg = unified.plan(request, seat, ask).leg();
        UsageTap usage = UsageTap.of(request, choice.target(), choice.booking(), watch, ask);
        return new SingleAttempt(
                client,
                new AnsweringLeg(open(request, leg, forwarded, upstreamId, ask, trace), choice.booking(), usage));
    }

    /** An attempt over a prefill and a decode worker; parameters as for {@link #single}. */
    public Attempt pair(
            RoutedRequest routed,
            Choice.Pair choice,
            FleetView fleet,
            Forwarded forwarded,
            String upstreamId,
            RequestTrace trace) {
        DisaggProtocol protocol = protocols.get(choice.pairing().protocol());
        if (protocol == null) {
            throw new IllegalStateException(
                    "protocol " + choice.pairing().protocol().key() + " was let into the fleet unserved");
        }
        GenerationRequest request = generation(routed);
        LegPlan plan = protocol.plan(
                request, seat(choice.prefillTarget(), fleet, forwarded), seat(choice.decodeTarget(), fleet, forwarded));
        UsageTap usage = UsageTap.of(request, choice.prefillTarget(), choice.prefill(), watch, false);
        if (plan instanceof LegPlan.Concurrent legs) {
            return new ConcurrentAttempt(
                    client,
                    new PrefillLeg(
                            open(request, legs.prefill(), forwarded, upstreamId, true, trace), choice.prefill(), usage),
                    new AnsweringLeg(
                            open(request, legs.decode(), forwarded, upstreamId, false, trace),
                            choice.decode(),
                            UsageTap.closed()));
        }
        if (plan instanceof LegPlan.Serial legs) {
            return new SerialAttempt(
                    client,
                    new PrefillLeg(
                            open(request, legs.prefill(), forwarded, upstreamId, true, trace), choice.prefill(), usage),
                    new AnsweringLeg(
                            open(request, legs.decode(), forwarded, upstreamId, false, trace),
                            choice.decode(),
                            UsageTap.closed()),
                    legs.handOff(),
                    rules);
        }
        throw new IllegalStateException("a pair needs two legs");
    }

    /** @param plain whether the router has to read the answer, so that it must not be compressed */
    private static Leg open(
            RoutedRequest request,
            LegRequest leg,
            Forwarded forwarded,
            String upstreamId,
            boolean plain,
            RequestTrace trace) {
        // Names and values are judged here, as they are on the way in: a header of the router's own is made of what
        // others say.
        MultiMap headers = HttpHeaders.headers().setAll(forwarded.headers());
        headers.set(REQUEST_ID, upstreamId);
        String apiKey = leg.worker().settings().apiKey();
        if (apiKey != null) {
            headers.set(HttpHeaders.AUTHORIZATION, "Bearer " + apiKey);
        }
        leg.headers().forEach(headers::set);
        if (plain) {
            headers.remove(HttpHeaders.ACCEPT_ENCODING);
        }
        return new Leg(leg, HttpMethod.valueOf(request.method()), request.uri(), headers, trace);
    }

    /** Pairs serve, and answers tell usage, on endpoints whose requests are read. */
    private static GenerationRequest generation(RoutedRequest request) {
        if (request instanceof GenerationRequest generation) {
            return generation;
        }
        throw new IllegalStateException(request.endpoint() + " is sent on unread");
    }

    private static Seat seat(Candidate candidate, FleetView fleet, Forwarded forwarded) {
        @Nullable Worker worker = fleet.worker(candidate.target().worker());
        if (worker == null) {
            throw new IllegalStateException("chosen target " + candidate.target() + " is not in the fleet");
        }
        return new Seat(worker, candidate.target(), forwarded.urgency());
    }
}
