package dev.warmpath.router.http;

import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.FormFields;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.OpaqueRequest;
import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.Worker;
import dev.warmpath.router.observe.ModelNames;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes of a client's bytes the request that is routed, and finds the one worker where only one can answer. */
final class RequestReading {

    private static final String PREVIOUS = "previous_response_id";
    private static final int MAX_MODEL_BYTES = 4096;

    private final ModelNames models;
    private final Keepers keepers;
    private final Adapters adapters;

    RequestReading(ModelNames models, Keepers keepers, Adapters adapters) {
        this.models = models;
        this.keepers = keepers;
        this.adapters = adapters;
    }

    /**
     * The request of a body that has come in whole.
     *
     * @throws BadRequest it is none that the endpoint takes
     * @throws ErrorAnswer.Failure nobody knows who could answer it
     */
    Asked read(Endpoint endpoint, HttpServerRequest http, byte[] body, FleetView fleet)
            throws BadRequest, ErrorAnswer.Failure {
        return switch (endpoint.content()) {
            case JSON -> json(endpoint, body, fleet);
            case FORM -> new Asked(adapters.resolve(form(endpoint, http, body), fleet), null);
            case NOTHING -> kept(endpoint, http, fleet);
        };
    }

    private Asked json(Endpoint endpoint, byte[] body, FleetView fleet) throws BadRequest, ErrorAnswer.Failure {
        GenerationRequest request = GenerationRequest.read(endpoint, JsonBody.parse(body), models.only());
        RoutedRequest resolved = adapters.resolve(request, fleet);
        if (endpoint != Endpoint.RESPONSES || !request.body().hasValue(PREVIOUS)) {
            return new Asked(resolved, null);
        }
        String id = request.body().text(PREVIOUS);
        return new Asked(resolved, keeper(id, fleet, PREVIOUS).worker());
    }

    private OpaqueRequest form(Endpoint endpoint, HttpServerRequest http, byte[] body) throws BadRequest {
        String named = FormFields.of(http.getHeader("content-type"), body).text("model", MAX_MODEL_BYTES);
        String model = named == null || named.isEmpty() ? models.only() : named;
        if (model == null) {
            throw new BadRequest(
                    400,
                    "missing_required_parameter",
                    "model",
                    "The form has no field model; name a model that is served.");
        }
        return new OpaqueRequest(endpoint, "POST", endpoint.path(), body, model, null);
    }

    private Asked kept(Endpoint endpoint, HttpServerRequest http, FleetView fleet) throws ErrorAnswer.Failure {
        Keepers.Keeper keeper = keeper(endpoint.id(http.path()), fleet, null);
        String uri = http.query() == null ? http.path() : http.path() + "?" + http.query();
        OpaqueRequest request =
                new OpaqueRequest(endpoint, http.method().name(), uri, new byte[0], keeper.model(), null);
        return new Asked(request, keeper.worker());
    }

    private Keepers.Keeper keeper(@Nullable String id, FleetView fleet, @Nullable String param)
            throws ErrorAnswer.Failure {
        if (id != null && Keepers.isId(id)) {
            Keepers.Keeper known = keepers.of(id);
            Keepers.Keeper one = known == null ? only(fleet) : known;
            if (one != null) {
                return one;
            }
        }
        throw ErrorAnswer.responseUnknown(param).asFailure();
    }

    /** The one worker that can have answered, where there is but one: nothing has to be remembered then. */
    private static Keepers.@Nullable Keeper only(FleetView fleet) {
        List<Worker> answering = fleet.answering();
        if (answering.size() != 1) {
            return null;
        }
        Worker one = answering.get(0);
        return new Keepers.Keeper(one.id(), one.settings().models().get(0));
    }
}
