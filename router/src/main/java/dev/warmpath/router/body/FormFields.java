package dev.warmpath.router.body;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds a text field of a {@code multipart/form-data} body (RFC 7578) without taking the form apart: uploads are large,
 * and pass as they are. It runs on an event loop, so no body, however it was made, is gone over more than twice: a
 * delimiter counts at the beginning of a line only, which no delimiter has inside, and a part's headers end before the
 * next delimiter does.
 */
public final class FormFields {

    /** RFC 2046 allows 70 characters. */
    private static final int MAX_BOUNDARY = 70;

    /** Headers of one part; clients write two or three short ones. */
    private static final int MAX_HEADERS = 8 << 10;

    private static final int LINE_BREAK = 2;

    private static final byte[] END_OF_HEADERS = {'\r', '\n', '\r', '\n'};

    private final byte[] body;
    private final byte[] delimiter;

    private FormFields(byte[] body, byte[] delimiter) {
        this.body = body;
        this.delimiter = delimiter;
    }

    /**
     * The form in a body.
     *
     * @throws BadRequest 400 when the content type says that it is none, or names no boundary
     */
    public static FormFields of(@Nullable String contentType, byte[] body) throws BadRequest {
        String boundary = contentType == null ? null : boundary(contentType);
        if (boundary == null) {
            throw new BadRequest(
                    400,
                    "invalid_form",
                    null,
                    "This path takes a form: Content-Type has to be multipart/form-data with a boundary.");
        }
        return new FormFields(body, ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static @Nullable String boundary(String contentType) {
        if (!contentType.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            return null;
        }
        String boundary = parameter(contentType, "boundary");
        return boundary == null || boundary.isEmpty() || boundary.length() > MAX_BOUNDARY ? null : boundary;
    }

    /** A parameter of a header's value, without its quotes. */
    private static @Nullable String parameter(String header, String name) {
        int at = 0;
        while ((at = header.indexOf(';', at)) >= 0) {
            at++;
            int equals = header.indexOf('=', at);
            if (equals < 0) {
                return null;
            }
            int end;
            String value;
            if (equals + 1 < header.length() && header.charAt(equals + 1) == '"') {
                end = header.indexOf('"', equals + 2);
                if (end < 0) {
                    return null;
                }
                value = header.substring(equals + 2, end);
            } else {
                end = header.indexOf(';', equals);
                end = end < 0 ? header.length() : end;
                value = header.substring(equals + 1, end).strip();
            }
            if (header.substring(at, equals).strip().equalsIgnoreCase(name)) {
                return value;
            }
            at = end;
        }
        return null;
    }

    /**
     * The first field of this name.
     *
     * @param maxBytes a longer value is none
     * @return its text, or null when the form has none
     */
    public @Nullable String text(String name, int maxBytes) {
        int part = nextDelimiter(0);
        while (part >= 0) {
            int head = part + delimiter.length;
            int next = nextDelimiter(head);
            if (next < 0) {
                return null;
            }
            int content = endOfHeaders(head, Math.min(next, head + MAX_HEADERS));
            if (content < 0) {
                return null;
            }
            int from = content + END_OF_HEADERS.length;
            // Before the delimiter stands a line break that is not the value's.
            int to = next - LINE_BREAK;
            if (from <= to && to - from <= maxBytes && name.equals(nameOf(head, content))) {
                return new String(body, from, to - from, StandardCharsets.UTF_8);
            }
            part = next;
        }
        return null;
    }

    private @Nullable String nameOf(int from, int to) {
        String headers = new String(body, from, to - from, StandardCharsets.UTF_8);
        for (String line : headers.split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
                return parameter(line, "name");
            }
        }
        return null;
    }

    /** Where the next delimiter stands: at the beginning of the body or of a line. */
    private int nextDelimiter(int from) {
        for (int i = from; i <= body.length - delimiter.length; i++) {
            boolean begins = i == 0 || (i >= LINE_BREAK && body[i - 1] == '\n' && body[i - 2] == '\r');
            if (begins && startsAt(i, delimiter)) {
                return i;
            }
        }
        return -1;
    }

    private int endOfHeaders(int from, int to) {
        for (int i = from; i <= to - END_OF_HEADERS.length; i++) {
            if (startsAt(i, END_OF_HEADERS)) {
                return i;
            }
        }
        return -1;
    }

    private boolean startsAt(int at, byte[] what) {
        for (int i = 0; i < what.length; i++) {
            if (body[at + i] != what[i]) {
                return false;
            }
        }
        return true;
    }
}
