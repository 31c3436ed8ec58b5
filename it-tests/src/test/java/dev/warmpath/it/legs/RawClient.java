package dev.warmpath.it.legs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An HTTP client of bytes: sees chunk framing and truncation as they are, and can leave at any moment. */
public final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    public static RawClient post(int port, String path, String body) throws IOException {
        RawClient client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
        client.socket.setSoTimeout(10_000);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + bytes.length + "\r\n\r\n";
        client.socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        client.socket.getOutputStream().write(bytes);
        return client;
    }

    /** Sends a request head, whole, and nothing else. */
    static RawClient head(int port, String head) throws IOException {
        RawClient client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
        client.socket.setSoTimeout(10_000);
        client.socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads until what was read so far contains the text. */
    String readUntil(String text) throws IOException {
        while (!text().contains(text)) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("ended before \"" + text + "\": " + text());
            }
            seen.write(b);
        }
        return text();
    }

    /** Reads to the end of a keep-alive answer's last chunk, or to the end of the connection. */
    public String readToEnd() throws IOException {
        while (!text().endsWith("\r\n0\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                break;
            }
            seen.write(b);
        }
        return text();
    }

    private String text() {
        return seen.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
