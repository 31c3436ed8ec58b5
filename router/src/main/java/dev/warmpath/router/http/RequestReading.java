package dev.warmpath.router.http;

import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.FormFields;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.body.OpaqueRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.observe.request.ModelNames;
import io.vertx.core.http.HttpServerRequest;

/** Makes of a client's bytes the request that is routed, and finds the one worker where only one can answer. */
final class RequestReading {

    private static final int MAX_MODEL_BYTES = 4096;

    private final ModelNames models;
    private final Keepers keepers;
    private final Adapters adapters;
    private final KnownObjects earlier;

    /**
     * The reading of requests to a fleet.
     *
     * @param earlier what need not be checked again when it comes again
     */
    RequestReading(ModelNames models, Keepers keepers, Adapters adapters, KnownObjects earlier) {
        this.earlier = earlier;
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
        GenerationRequest request = GenerationRequest.read(endpoint, JsonBody.parse(body, earlier), models.only());
        return new Asked(adapters.resolve(request, fleet), keepers.previous(endpoint, request.body(), fleet));
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
        Keepers.Keeper keeper = keepers.find(endpoint.id(http.path()), fleet, null);
        String uri = http.query() == null ? http.path() : http.path() + "?" + http.query();
        OpaqueRequest request =
                new OpaqueRequest(endpoint, http.method().name(), uri, new byte[0], keeper.model(), null);
        return new Asked(request, keeper.worker());
    }
}
