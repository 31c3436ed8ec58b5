package dev.warmpath.router.body;

import dev.warmpath.router.endpoint.Endpoint;

/**
 * A request whose body, if it has one, goes to a worker as it is.
 *
 * @param content the body; shared, do not write to it
 */
public record OpaqueRequest(Endpoint endpoint, String method, String uri, byte[] content, String model)
        implements RoutedRequest {}
