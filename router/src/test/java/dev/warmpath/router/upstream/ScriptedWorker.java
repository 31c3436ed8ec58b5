package dev.warmpath.router.upstream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.fleet.worker.Worker;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A worker whose every byte a test writes itself, on the test's own thread. */
final class ScriptedWorker implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final Pattern LENGTH = Pattern.compile("content-length: *(\\d+)", Pattern.CASE_INSENSITIVE);

    private final ServerSocket server = new ServerSocket();
    private final List<Talk> talks = new ArrayList<>();
    private final Worker worker;

    ScriptedWorker() throws IOException {
        this(InetAddress.getLoopbackAddress(), 0);
    }

    ScriptedWorker(InetAddress at, int port) throws IOException {
        server.bind(new InetSocketAddress(at, port));
        server.setSoTimeout(PATIENCE_MILLIS);
        worker = at("http://127.0.0.1:" + port());
    }

    static Worker at(String url) {
        URI uri = URI.create(url);
        WorkerSettings settings =
                WorkerSettings.of(uri, Role.MIXED, Engine.VLLM, Protocol.NONE, List.of("m"), "g", 1, 0, 16);
        String host = uri.getHost().replaceAll("[\\[\\]]", "");
        return new Worker(url, settings, host, uri.getPort(), List.of(), null);
    }

    int port() {
        return server.getLocalPort();
    }

    Worker worker() {
        return worker;
    }

    /** The next connection that is made to it. */
    Talk accept() throws IOException {
        Talk talk = new Talk(server.accept());
        talks.add(talk);
        return talk;
    }

    /** Takes no more connections: whoever tries is refused. */
    void refuse() throws IOException {
        server.close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Talk talk : talks) {
            talk.close();
        }
    }

    /** One connection to it. */
    static final class Talk {

        private final Socket socket;

        private Talk(Socket socket) throws IOException {
            this.socket = socket;
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
        }

        Socket socket() {
            return socket;
        }

        /** The next request over it, head and body. */
        String request() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            while (!bytes.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                bytes.write(read());
            }
            String head = bytes.toString(ISO_8859_1);
            Matcher length = LENGTH.matcher(head);
            int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
            return head + new String(socket.getInputStream().readNBytes(body), ISO_8859_1);
        }

        private int read() throws IOException {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("the router closed the connection");
            }
            return next;
        }

        /** Writes this in one go. */
        void say(String bytes) throws IOException {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
        }

        /** Writes each byte by itself. */
        void sayBytewise(String bytes) throws IOException {
            for (int i = 0; i < bytes.length(); i++) {
                say(bytes.substring(i, i + 1));
            }
        }

        /** Whether the router has closed it, or does so soon; reads whatever comes before that. */
        boolean closedByRouter() throws IOException {
            try {
                InputStream in = socket.getInputStream();
                byte[] some = new byte[1 << 16];
                while (in.read(some) >= 0) {}
                return true;
            } catch (SocketTimeoutException open) {
                return false;
            } catch (IOException reset) {
                return true;
            }
        }

        void close() throws IOException {
            socket.close();
        }
    }
}
