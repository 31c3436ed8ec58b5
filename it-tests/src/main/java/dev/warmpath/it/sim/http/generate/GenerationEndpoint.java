package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.hash.TokenChain;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.http.reply.ForcedCall;
import dev.warmpath.it.sim.http.reply.Reply;
import dev.warmpath.it.sim.http.reply.ReplyTo;
import dev.warmpath.it.sim.http.reply.Tally;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.pd.LegSpec;
import dev.warmpath.it.sim.prompt.MadeUpAnswer;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.EngineRequest;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Vertx;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One generating endpoint. Bodies are parsed and tokenized on Vert.x's worker threads, everything else runs on the
 * engine's context.
 */
final class GenerationEndpoint implements Endpoint {

    private final Vertx vertx;
    private final ObjectMapper json;
    private final EngineProfile profile;
    private final Dialect dialect;
    private final SimTokenizer tokenizer;
    private final HashScheme hashes;
    private final RankChooser chooser;
    private final LegRunner legs;
    private final LiveRuns live;
    private final ErrorBody errors;

    GenerationEndpoint(EngineParts parts, LiveRuns live, RankChooser chooser, Dialect dialect) {
        this.vertx = parts.vertx();
        this.json = parts.json();
        this.profile = parts.profile();
        this.dialect = dialect;
        this.tokenizer = parts.tokenizer();
        this.hashes = parts.hashes();
        this.chooser = chooser;
        this.legs = parts.legs();
        this.live = live;
        this.errors = new ErrorBody(json, profile.engine());
    }

    @Override
    public void handle(Exchange exchange) {
        String rankHeader = exchange.header("x-data-parallel-rank");
        vertx.executeBlocking(() -> dialect.reading().read(exchange.body(), rankHeader), false)
                .onSuccess(request -> start(exchange, request))
                .onFailure(cause -> refuse(
                        exchange,
                        cause instanceof EngineError error ? error : EngineError.internal(String.valueOf(cause))));
    }

    private void refuse(Exchange exchange, EngineError error) {
        exchange.json(error.status(), JsonBytes.of(json, dialect.refusal().apply(errors, error)));
    }

    private void start(Exchange exchange, EngineRequest request) {
        if (exchange.isOver()) {
            return;
        }
        String id = requestId(exchange, request);
        Reply reply = dialect.answer()
                .apply(new ReplyTo(json, profile, exchange, request, id, System.currentTimeMillis() / 1_000));
        GenerationRun run = new GenerationRun(
                tokenizer,
                reply,
                request.prompts().size() * request.samples(),
                choices -> Tally.of(request, choices),
                () -> live.remove(id));
        live.add(id, run);
        exchange.onGone(run::close);
        for (int prompt = 0; prompt < request.prompts().size(); prompt++) {
            for (int sample = 0; sample < request.samples() && !run.isOver(); sample++) {
                startLeg(run, request, prompt, sample);
            }
        }
    }

    private void startLeg(GenerationRun run, EngineRequest request, int index, int sample) {
        int[] prompt = request.prompts().get(index);
        MadeUpAnswer answer = new MadeUpAnswer(tokenizer, prompt, sample, profile.usualAnswerTokens());
        int asked = request.sampling().length(answer.naturalLength(), profile.contextTokens() - prompt.length);
        int length = legs.answerLength(asked);
        boolean natural = !request.sampling().ignoreEos() && length >= answer.naturalLength();
        Rendezvous rendezvous = rendezvous(request, index, sample);
        LegSpec spec = new LegSpec(
                prompt,
                new TokenChain(hashes, request.namespace(), profile.blockSize(), prompt, request.media()),
                answer,
                length,
                rendezvous,
                request.prefillRank(),
                request.transfer());
        Rank rank = chooser.choose(request, rendezvous);
        run.add(legs.start(rank, spec, run.nextChoice(rank, length, natural ? naturalEnd(request) : "length")));
    }

    private static String naturalEnd(EngineRequest request) {
        return request.tool() == null ? "stop" : ForcedCall.CALLED;
    }

    /** Each sample needs a room of its own; SGLang counts up from the room of its prompt. */
    private static @Nullable Rendezvous rendezvous(EngineRequest request, int prompt, int sample) {
        if (request.rendezvous().isEmpty()) {
            return null;
        }
        Rendezvous first = request.rendezvous().get(prompt);
        return new Rendezvous(first.host(), first.port(), first.room() + sample);
    }

    private String requestId(Exchange exchange, EngineRequest request) {
        String given = request.id() == null ? exchange.header("x-request-id") : request.id();
        return given == null ? UUID.randomUUID().toString().replace("-", "").toLowerCase(Locale.ROOT) : given;
    }
}
