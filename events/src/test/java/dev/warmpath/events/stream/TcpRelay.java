package dev.warmpath.events.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP hop that can go silent: it then keeps its connections open, accepts new ones, and passes nothing on. Connections
 * of a silent time stay silent when it is over, as those of a broken load balancer do.
 */
final class TcpRelay implements AutoCloseable {

    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile int targetPort;
    private volatile boolean silent;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger epoch = new AtomicInteger();

    TcpRelay(int targetPort) throws IOException {
        this.targetPort = targetPort;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    String endpoint() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    /** Pieces passed on so far, either way; heartbeats are among them. */
    int passed() {
        return passed.get();
    }

    /** From now on nothing is passed on, by these connections never again. */
    void fallSilent() {
        silent = true;
        epoch.incrementAndGet();
    }

    /** New connections go to a target again. */
    void serve(int port) {
        targetPort = port;
        silent = false;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                sockets.add(near);
                if (!silent) {
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                    sockets.add(far);
                    int born = epoch.get();
                    daemon(() -> pump(near, far, born));
                    daemon(() -> pump(far, near, born));
                }
            } catch (IOException e) {
                // The relay is closed, or its target is away: the next connection tries again.
            }
        }
    }

    private void pump(Socket from, Socket to, int born) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (born == epoch.get()) {
                    out.write(buffer, 0, n);
                    passed.incrementAndGet();
                }
            }
            if (born == epoch.get()) {
                to.close();
            }
        } catch (IOException e) {
            // The other side is gone; a silent connection does not say so.
            closeUnlessSilent(to, born);
        }
    }

    private void closeUnlessSilent(Socket socket, int born) {
        if (born == epoch.get()) {
            closeQuietly(socket);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
