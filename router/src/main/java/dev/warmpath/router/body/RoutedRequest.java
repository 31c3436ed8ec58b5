package dev.warmpath.router.body;

import dev.warmpath.router.endpoint.Endpoint;

/** A client's request as it is sent on: what it is, and for which model. */
public sealed interface RoutedRequest permits GenerationRequest, OpaqueRequest {

    Endpoint endpoint();

    /** The model that it is for, as the client names it. */
    String model();

    /** The HTTP method that a worker is asked with. */
    String method();

    /** Path and query that a worker is asked with. */
    String uri();
}
