package dev.warmpath.router.body;

import dev.warmpath.router.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/** A client's request as it is sent on: what it is, and for which model. */
public sealed interface RoutedRequest permits GenerationRequest, OpaqueRequest {

    Endpoint endpoint();

    /** The model that it is for; of an adapter the one that it belongs to. */
    String model();

    /** The LoRA adapter that the client names in place of the model, or null. */
    @Nullable
    String adapter();

    /** The same request, once it is known that what it names is an adapter of a model. */
    RoutedRequest with(String model, String adapter);

    /** The HTTP method that a worker is asked with. */
    String method();

    /** Path and query that a worker is asked with. */
    String uri();
}
