package dev.warmpath.router.body;

import dev.warmpath.router.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body, if it has one, goes to a worker as it is.
 *
 * @param content the body; shared, do not write to it
 */
public record OpaqueRequest(
        Endpoint endpoint,
        String method,
        String uri,
        byte[] content,
        String model,
        @Nullable String adapter) implements RoutedRequest {

    @Override
    public OpaqueRequest with(String base, String named) {
        return new OpaqueRequest(endpoint, method, uri, content, base, named);
    }
}
