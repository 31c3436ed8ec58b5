package dev.warmpath.router.upstream;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.vertx.core.MultiMap;

/** Vert.x's headers are Netty's too: what one has read or made, the other takes without a copy. */
final class VertxHeaders {

    /** Has a codec read into them; they judge names and values as Netty's own do. */
    static final HttpHeadersFactory FACTORY = new HttpHeadersFactory() {
        @Override
        public HttpHeaders newHeaders() {
            return netty(io.vertx.core.http.HttpHeaders.headers());
        }

        @Override
        public HttpHeaders newEmptyHeaders() {
            return newHeaders();
        }
    };

    private VertxHeaders() {}

    static HttpHeaders netty(MultiMap headers) {
        return (HttpHeaders) headers;
    }

    static MultiMap vertx(HttpHeaders headers) {
        return (MultiMap) headers;
    }
}
