package dev.warmpath.router.admin;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** {@code /admin/openapi.json}: the admin port's description of itself, a file beside this class. */
final class ApiResource {

    private static final String FILE = "openapi.json";

    private final Buffer document = read();

    private static Buffer read() {
        try (InputStream file = ApiResource.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing beside " + ApiResource.class.getName());
            }
            return Buffer.buffer(file.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void get(HttpServerRequest request) {
        request.response().putHeader("content-type", "application/json").end(document);
    }
}
