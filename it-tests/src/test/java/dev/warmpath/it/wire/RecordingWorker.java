package dev.warmpath.it.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A worker that is nothing but sockets: it keeps every request as the bytes it was sent, and reads them as strictly as
 * can be. A request that has no length, two, or another framing is not one, and ends up in {@link #violations}.
 */
final class RecordingWorker implements AutoCloseable {

    /** One request: its first line and headers as they came, lower case, and its body. */
    record Recorded(String line, List<String> headers, String body) {

        /** Values of the headers of this name. */
        List<String> values(String name) {
            String start = name + ":";
            return headers.stream()
                    .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(header -> header.substring(start.length()).strip())
                    .toList();
        }
    }

    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "recording worker");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<Recorded> requests = new CopyOnWriteArrayList<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();

    private RecordingWorker(ServerSocket listener) {
        this.listener = listener;
    }

    static RecordingWorker start() throws IOException {
        RecordingWorker worker = new RecordingWorker(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        worker.threads.execute(worker::accept);
        return worker;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                threads.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            Recorded request = read(in);
            while (request != null) {
                requests.add(request);
                socket.getOutputStream()
                        .write(
                                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{\"ok\":true}"
                                        .getBytes(ISO_8859_1));
                request = read(in);
            }
        } catch (IOException gone) {
            // A leg was closed.
        }
    }

    private @Nullable Recorded read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (!bytes.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                if (bytes.size() > 0) {
                    violations.add("ends inside a head: " + bytes.toString(ISO_8859_1));
                }
                return null;
            }
            bytes.write(next);
        }
        List<String> lines = List.of(bytes.toString(ISO_8859_1).split("\r\n", -1));
        Recorded head = new Recorded(
                lines.get(0),
                lines.subList(1, lines.size()).stream()
                        .filter(line -> !line.isEmpty())
                        .toList(),
                "");
        check(head);
        byte[] body =
                in.readNBytes(Integer.parseInt(head.values("content-length").get(0)));
        return new Recorded(head.line(), head.headers(), new String(body, ISO_8859_1));
    }

    private void check(Recorded head) throws IOException {
        boolean framed = head.line().matches("POST /v1/[a-z/]+ HTTP/1\\.1")
                && head.headers().stream().allMatch(header -> header.matches("[!-9;-~]+: ?[ -~\\x80-\\xff]*"))
                && head.values("content-length").size() == 1
                && head.values("content-length").get(0).matches("[0-9]{1,6}")
                && head.values("transfer-encoding").isEmpty()
                && head.values("host").equals(List.of("127.0.0.1:" + listener.getLocalPort()));
        if (!framed) {
            violations.add(head.toString());
            throw new IOException("not a request that can be told from the next");
        }
    }

    /** What came so far, well framed, in the order of its arrival. */
    List<Recorded> requests() {
        return requests;
    }

    /** What came and was not well framed. */
    List<String> violations() {
        return violations;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.shutdownNow();
    }
}
