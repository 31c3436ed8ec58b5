package dev.warmpath.router.wire;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses heads that two readers could read differently. A proxy in front of the router, and an engine behind it, must
 * agree with it on where a request ends and for whom it is; where RFC 9112 lets a server choose between repair and
 * refusal, this refuses.
 *
 * <p>Netty's decoder has refused most of it before: both or several lengths, lengths that are no number, codings that do
 * not end in chunked, bare line feeds, white space before a colon. What it lets pass is looked at here, a header without a name for one.
 */
final class HeadCheck {

    /** What a host may hold beside letters and digits: RFC 3986, section 3.2.2, and the port's colon. */
    private static final String HOST_MARKS = "-._~%!$&'()*+;=[]:";

    /** Of a draft of WebSockets, whose requests have a body that no header tells of. */
    private static final CharSequence KEY1 = HttpHeaders.createOptimized("sec-websocket-key1");

    private static final CharSequence KEY2 = HttpHeaders.createOptimized("sec-websocket-key2");

    private HeadCheck() {}

    /** What is wrong with a request whose head was decoded; null when nothing is. */
    static @Nullable HeadFault of(HttpServerRequest request) {
        MultiMap headers = request.headers();
        List<String> hosts = headers.getAll(HttpHeaders.HOST);
        if (hosts.size() > 1) {
            return HeadFault.HOST_REPEATED;
        }
        if (hosts.isEmpty() && request.version() == HttpVersion.HTTP_1_1) {
            return HeadFault.HOST_MISSING;
        }
        String host = hosts.isEmpty() ? "" : hosts.get(0);
        if (!isHost(host)) {
            return HeadFault.HOST_MALFORMED;
        }
        if (!isTarget(request.method(), request.uri(), host)) {
            return HeadFault.TARGET_MALFORMED;
        }
        if (headers.contains("")) {
            return HeadFault.MALFORMED_HEAD;
        }
        List<String> codings = headers.getAll(HttpHeaders.TRANSFER_ENCODING);
        if (!codings.isEmpty() && (codings.size() > 1 || !"chunked".equalsIgnoreCase(codings.get(0)))) {
            return HeadFault.TRANSFER_CODING;
        }
        if (headers.contains(KEY1) && headers.contains(KEY2)) {
            return HeadFault.HIDDEN_LENGTH;
        }
        return null;
    }

    /** Why a head could not be decoded. */
    static HeadFault of(DecoderResult failed) {
        if (failed.cause() instanceof TooLongHttpLineException) {
            return HeadFault.LINE_TOO_LONG;
        }
        return failed.cause() instanceof TooLongHttpHeaderException
                ? HeadFault.HEADERS_TOO_LARGE
                : HeadFault.MALFORMED_HEAD;
    }

    /** Whether a body belongs to the head, of whatever length. */
    static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length != null ? !"0".equals(length) : request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static boolean isHost(String host) {
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && HOST_MARKS.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** A path, the asterisk that goes with OPTIONS, or a URL whose host is the request's own. */
    private static boolean isTarget(HttpMethod method, String target, String host) {
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                return false;
            }
        }
        if (target.startsWith("/")) {
            return true;
        }
        if (target.equals("*")) {
            return method.equals(HttpMethod.OPTIONS);
        }
        int start = target.indexOf("://") + 3;
        String scheme = start < 3 ? "" : target.substring(0, start - 3);
        int end = start + host.length();
        return (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                && !host.isEmpty()
                && target.regionMatches(true, start, host, 0, host.length())
                && end < target.length()
                && target.charAt(end) == '/';
    }
}
