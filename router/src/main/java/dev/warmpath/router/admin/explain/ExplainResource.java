package dev.warmpath.router.admin.explain;

import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.hints.HintReader;
import dev.warmpath.router.hints.Hints;
import dev.warmpath.router.hints.Sessions;
import dev.warmpath.router.http.ErrorAnswer;
import dev.warmpath.router.http.Keepers;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.choice.Wish;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /admin/explain}. */
public final class ExplainResource {

    private static final String WITH_PROMPT = Stream.of(Endpoint.values())
            .filter(endpoint -> endpoint.prompt() != Endpoint.Prompt.NONE)
            .map(Endpoint::path)
            .collect(Collectors.joining(", "));

    private final Vertx vertx;
    private final Fleet fleet;
    private final PromptPipeline prompts;
    private final PairChooser chooser;
    private final Replies replies;
    private final HintReader hints;
    private final Sessions sessions;
    private final Adapters adapters;
    private final Keepers keepers;

    public ExplainResource(
            Vertx vertx,
            Fleet fleet,
            Adapters adapters,
            Keepers keepers,
            PromptPipeline prompts,
            PairChooser chooser,
            HintReader hints,
            Sessions sessions,
            Replies replies) {
        this.vertx = vertx;
        this.fleet = fleet;
        this.adapters = adapters;
        this.keepers = keepers;
        this.prompts = prompts;
        this.chooser = chooser;
        this.replies = replies;
        this.hints = hints;
        this.sessions = sessions;
    }

    /** Tells where the request in the body would go, and why. */
    public void post(HttpServerRequest request) {
        replies.withBody(request, this::explain);
    }

    private Future<?> explain(HttpServerRequest request, JsonBody body) throws BadRequest {
        FleetView view = fleet.view();
        GenerationRequest asked =
                (GenerationRequest) adapters.resolve(GenerationRequest.read(endpoint(request), body), view);
        String model = asked.model();
        if (view.pairings(model).isEmpty()) {
            return Future.failedFuture(ErrorAnswer.modelNotFound().asFailure());
        }
        String keeper;
        try {
            keeper = keepers.previous(asked.endpoint(), asked.body(), view);
        } catch (ErrorAnswer.Failure unknown) {
            return Future.failedFuture(unknown);
        }
        Hints said = hints.read(asked.body(), request.headers(), parameter(request, "key"));
        return Future.fromCompletionStage(
                        prompts.preview(asked, view.blockSizes(model), view.engine(model)), vertx.getOrCreateContext())
                .map(prompt -> {
                    List<Pairing> pairings = keeper == null ? adapters.pairings(asked, view) : view.only(keeper);
                    Wish wish = sessions.wish(said, pairings, Set.of());
                    return ExplainJson.of(model, said, wish, chooser.explain(prompt, pairings, wish));
                })
                .onSuccess(json -> replies.json(request, 200, json));
    }

    private static Endpoint endpoint(HttpServerRequest request) throws BadRequest {
        @Nullable String path = parameter(request, "endpoint");
        if (path == null) {
            return Endpoint.CHAT_COMPLETIONS;
        }
        Endpoint endpoint = Endpoint.at(path);
        if (endpoint == null || endpoint.prompt() == Endpoint.Prompt.NONE) {
            throw new BadRequest(400, "unknown_endpoint", "endpoint", "?endpoint= must be one of " + WITH_PROMPT + ".");
        }
        return endpoint;
    }

    private static @Nullable String parameter(HttpServerRequest request, String name) throws BadRequest {
        try {
            return request.getParam(name);
        } catch (IllegalArgumentException broken) {
            throw new BadRequest(400, "bad_query", name, "The query string is not well formed.");
        }
    }
}
