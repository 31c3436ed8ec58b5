package dev.warmpath.router.disagg.vllm;

import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import java.nio.charset.StandardCharsets;

/** Requests as the data port reads them. */
final class Requests {

    private Requests() {}

    static GenerationRequest completion(String body) {
        try {
            return GenerationRequest.read(Endpoint.COMPLETIONS, JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)));
        } catch (BadRequest bad) {
            throw new AssertionError(bad.message(), bad);
        }
    }
}
