package dev.warmpath.it.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * One odd way to write a request, and what has to come of it when an ordinary request follows on the same connection.
 *
 * @param text the request; {@code {line}} stands for method and path, {@code {body}} for its body, {@code {len}} and
 *     {@code {hex}} for that body's length
 * @param statuses of all answers until the router closes the connection: one where it is refused, or where the
 *     connection ends with it; two where both requests are served
 */
record Shape(String name, String text, List<Integer> statuses) {

    private static final String HEAD = "{line} HTTP/1.1\r\nHost: localhost\r\n";
    private static final String SIZED = "Content-Length: {len}\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final String CHUNKS = "\r\n{hex}\r\n{body}\r\n0\r\n\r\n";
    private static final String BODY = "\r\n{body}";

    private static final List<Integer> REFUSED = List.of(400);
    private static final List<Integer> BOTH = List.of(200, 200);
    private static final List<Integer> LAST = List.of(200);

    static List<Shape> all() {
        List<Shape> all = new ArrayList<>();
        lengths(all);
        codings(all);
        chunks(all);
        headers(all);
        hosts(all);
        targets(all);
        lines(all);
        return all;
    }

    private static void add(List<Shape> all, List<Integer> statuses, String name, String text) {
        all.add(new Shape(name, text, statuses));
    }

    private static void lengths(List<Shape> all) {
        add(all, BOTH, "a length", HEAD + SIZED + BODY);
        add(all, REFUSED, "two lengths", HEAD + SIZED + "Content-Length: 5\r\n" + BODY);
        add(all, REFUSED, "two lengths, the smaller first", HEAD + "Content-Length: 5\r\n" + SIZED + BODY);
        add(all, REFUSED, "one length twice", HEAD + SIZED + SIZED + BODY);
        add(all, REFUSED, "one length twice, in two cases", HEAD + SIZED + "content-LENGTH: {len}\r\n" + BODY);
        for (String length : new String[] {
            "{len}, {len}",
            "{len},5",
            "+{len}",
            "-{len}",
            "-0",
            "{len} 5",
            "0x{hex}",
            "{len}.0",
            "{len}e0",
            "{len};a=b",
            "99999999999999999999",
            "9223372036854775808",
            "",
            "\"{len}\"",
            "\u00b2{len}",
            "{len}\u0000",
            "{len}_0"
        }) {
            add(all, REFUSED, "length " + length, HEAD + "Content-Length: " + length + "\r\n" + BODY);
        }
        add(all, BOTH, "length behind zeros", HEAD + "Content-Length: 000{len}\r\n" + BODY);
        add(all, BOTH, "length between blanks", HEAD + "Content-Length: \t {len} \t\r\n" + BODY);
    }

    private static void codings(List<Shape> all) {
        add(all, BOTH, "chunks", HEAD + CHUNKED + CHUNKS);
        add(all, REFUSED, "length and chunks", HEAD + SIZED + CHUNKED + CHUNKS);
        add(all, REFUSED, "chunks and length", HEAD + CHUNKED + "Content-Length: 5\r\n" + CHUNKS);
        add(all, REFUSED, "chunks and length 0", HEAD + CHUNKED + "Content-Length: 0\r\n" + CHUNKS);
        add(all, BOTH, "chunks in odd case", HEAD + "tRaNsFeR-eNcOdInG: cHuNkEd\r\n" + CHUNKS);
        add(all, BOTH, "chunks between blanks", HEAD + "Transfer-Encoding:\t \tchunked \t\r\n" + CHUNKS);
        for (String coding : new String[] {
            "chunked, identity",
            "identity, chunked",
            "gzip, chunked",
            "chunked, gzip",
            "chunked, chunked",
            "chunked,",
            ", chunked",
            "xchunked",
            "chunkedx",
            "chunked;q=1",
            "\"chunked\"",
            "identity",
            "gzip",
            "",
            "chun ked",
            "\u000bchunked",
            "chunked\u0000",
            "\u00a0chunked"
        }) {
            add(all, REFUSED, "coding " + coding, HEAD + "Transfer-Encoding: " + coding + "\r\n" + CHUNKS);
        }
        add(all, REFUSED, "coding and length", HEAD + SIZED + "Transfer-Encoding: identity\r\n" + BODY);
        add(all, REFUSED, "two codings", HEAD + CHUNKED + "Transfer-Encoding: identity\r\n" + CHUNKS);
        add(all, REFUSED, "two codings, chunked last", HEAD + "Transfer-Encoding: identity\r\n" + CHUNKED + CHUNKS);
        add(all, REFUSED, "chunked twice", HEAD + CHUNKED + CHUNKED + CHUNKS);
        add(all, REFUSED, "folded coding", HEAD + "Transfer-Encoding: chunked\r\n , identity\r\n" + CHUNKS);
        // A fold is a blank (RFC 9112, section 5.2): there is no body, and no request begins with a chunk.
        add(all, List.of(400, 400), "coding in a fold", HEAD + "X-A: b\r\n Transfer-Encoding: chunked\r\n" + CHUNKS);
        add(all, REFUSED, "coding with a blank name end", HEAD + "Transfer-Encoding : chunked\r\n" + CHUNKS);
        add(all, REFUSED, "coding with a tab name end", HEAD + SIZED + "Transfer-Encoding\t: chunked\r\n" + CHUNKS);
        add(all, REFUSED, "coding in HTTP/1.0", "{line} HTTP/1.0\r\n" + CHUNKED + CHUNKS);
        add(all, REFUSED, "coding and length in HTTP/1.0", "{line} HTTP/1.0\r\n" + SIZED + CHUNKED + BODY);
        add(all, BOTH, "a coding of no request", HEAD + SIZED + "TE: trailers, chunked\r\n" + BODY);
        add(all, BOTH, "a name that is like it", HEAD + SIZED + "Transfer_Encoding: chunked\r\n" + BODY);
    }

    private static void chunks(List<Shape> all) {
        for (String size : new String[] {
            "-1",
            "-{hex}",
            "+{hex}",
            "0x{hex}",
            "ffffffff1",
            "80000000",
            "7fffffffffffffff",
            "10000000000000036",
            "{hex}z",
            "{hex} 1",
            "",
            " ",
            ";a=b",
            "{hex}\u0000",
            "{hex};a=\n",
            "{hex}\n",
            "{hex}\r"
        }) {
            add(all, REFUSED, "chunk size " + size, HEAD + CHUNKED + "\r\n" + size + "\r\n{body}\r\n0\r\n\r\n");
        }
        add(all, BOTH, "chunk size behind zeros", HEAD + CHUNKED + "\r\n000{hex}\r\n{body}\r\n0\r\n\r\n");
        add(all, BOTH, "chunk extensions", HEAD + CHUNKED + "\r\n{hex};a=b;c=\"d\"\r\n{body}\r\n0;e\r\n\r\n");
        add(all, REFUSED, "no line end behind a chunk", HEAD + CHUNKED + "\r\n{hex}\r\n{body}0\r\n\r\n");
        add(all, REFUSED, "a bare line feed behind a chunk", HEAD + CHUNKED + "\r\n{hex}\r\n{body}\n0\r\n\r\n");
        add(all, REFUSED, "a chunk longer than its size", HEAD + CHUNKED + "\r\n{hex}\r\n{body}xx\r\n0\r\n\r\n");
        add(all, REFUSED, "bare line feeds", HEAD + CHUNKED + "\r\n{hex}\n{body}\n0\n\n");
        add(all, REFUSED, "a bare line feed at the end", HEAD + CHUNKED + "\r\n{hex}\r\n{body}\r\n0\r\n\n");
        for (String trailer : new String[] {
            "Content-Length: 5",
            "Transfer-Encoding: chunked",
            "Host: evil",
            "Connection: close",
            "Authorization: Bearer x",
            "X-Data-Parallel-Rank: 9",
            "X-Request-Id: evil",
            "X-Anything: x"
        }) {
            add(
                    all,
                    BOTH,
                    "trailer " + trailer,
                    HEAD + CHUNKED + "Trailer: x\r\n\r\n{hex}\r\n{body}\r\n0\r\n" + trailer + "\r\n\r\n");
        }
    }

    private static void headers(List<Shape> all) {
        for (String header : new String[] {
            "Content-Length : {len}",
            "Content-Length\t: {len}",
            " X-A: b",
            "X-A",
            ": b",
            "X A: b",
            "X-A\u0000: b",
            "X-A: b\u0000c",
            "X-A: b\rc",
            "X-A: b\nContent-Length: 5",
            "X-A: b\n\nPOST",
            "X-\u00e4: b",
            "X-A: b\u0001",
            "X(A): b",
            "\u0000",
            "X-A\r: b"
        }) {
            add(all, REFUSED, "header " + header, HEAD + header + "\r\n" + SIZED + BODY);
        }
        add(all, REFUSED, "bare line feeds in the head", "{line} HTTP/1.1\nHost: localhost\n" + SIZED + "\n{body}");
        add(all, REFUSED, "a bare line feed ends the head", HEAD + SIZED + "\n{body}");
        add(all, BOTH, "a folded value", HEAD + "X-A: b\r\n\tc\r\n" + SIZED + BODY);
        add(all, BOTH, "a connection header names the length", HEAD + "Connection: Content-Length\r\n" + SIZED + BODY);
        add(all, BOTH, "an upgrade", HEAD + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n" + SIZED + BODY);
        add(
                all,
                REFUSED,
                "a length that is not said",
                HEAD + "Upgrade: WebSocket\r\nSec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n{body}");
    }

    private static void hosts(List<Shape> all) {
        String first = "{line} HTTP/1.1\r\n";
        add(all, REFUSED, "no host", first + SIZED + BODY);
        add(all, REFUSED, "two hosts", first + "Host: localhost\r\nHost: evil\r\n" + SIZED + BODY);
        add(all, REFUSED, "one host twice", first + "Host: localhost\r\nhost: localhost\r\n" + SIZED + BODY);
        for (String host : new String[] {
            "localhost, evil",
            "local host",
            "a@localhost",
            "localhost/evil",
            "localhost#",
            "localhost?",
            "\u00fc",
            "\\",
            "<"
        }) {
            add(all, REFUSED, "host " + host, first + "Host: " + host + "\r\n" + SIZED + BODY);
        }
        add(all, LAST, "an old client with a host", "{line} HTTP/1.0\r\nHost: localhost\r\n" + SIZED + BODY);
        add(all, REFUSED, "an old client with two", "{line} HTTP/1.0\r\nHost: a\r\nHost: b\r\n" + SIZED + BODY);
    }

    private static void targets(List<Shape> all) {
        String rest = " HTTP/1.1\r\nHost: localhost\r\n" + SIZED + BODY;
        for (String target : new String[] {
            "POST http://evil{path}",
            "POST http://localhost@evil{path}",
            "POST http://localhost.evil{path}",
            "POST ftp://localhost{path}",
            "POST ://localhost{path}",
            "POST evil{path}",
            "POST localhost:80",
            "POST http://localhost",
            "POST http:///x",
            "CONNECT evil:80",
            "POST *",
            "POST ?x",
            "POST {path}\u00e4",
            "POST {path}\u007f"
        }) {
            add(all, REFUSED, "target " + target, target + rest);
        }
        add(all, BOTH, "a URL of this host", "POST http://localhost{path}" + rest);
        add(all, BOTH, "a URL of this host in capitals", "POST HTTP://LOCALHOST{path}" + rest);
        // The body's length is said and it is not read: the next request would begin behind it.
        add(all, List.of(404), "two slashes", "POST /{path}" + rest);
    }

    private static void lines(List<Shape> all) {
        String rest = "\r\nHost: localhost\r\n" + SIZED + BODY;
        for (String line : new String[] {
            "{line}",
            "{line} ",
            "{line} HTTP",
            "{line} HTTP/1.1 x",
            "{line} HTTP/1.1\u0000",
            "\u0000{line} HTTP/1.1",
            "POST\u0000 {path} HTTP/1.1",
            "{line} HTTP/1.1\rX"
        }) {
            add(all, REFUSED, "line " + line, line + rest);
        }
        for (String version : new String[] {"http/1.1", "HTTP/01.1", "HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/11.1"}) {
            add(all, List.of(501), "version " + version, "{line} " + version + rest);
        }
        add(all, BOTH, "an empty line before", "\r\n" + HEAD + SIZED + BODY);
        add(all, List.of(414), "a long line", "{line}?" + "x".repeat(20_000) + " HTTP/1.1" + rest);
        add(all, List.of(431), "a long header", HEAD + "X-A: " + "x".repeat(40_000) + "\r\n" + SIZED + BODY);
    }

    /** The bytes that are sent, one per character, for a port's path and a body. */
    String on(String path, String body) {
        return text.replace("{line}", "POST " + path)
                .replace("{path}", path)
                .replace("{len}", Integer.toString(body.length()))
                .replace("{hex}", Integer.toHexString(body.length()))
                .replace("{body}", body);
    }

    @Override
    public String toString() {
        return statuses + " " + name;
    }
}
