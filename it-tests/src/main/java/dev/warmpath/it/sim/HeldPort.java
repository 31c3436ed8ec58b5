package dev.warmpath.it.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A port with nobody behind it: bound, and not listening. Who connects is refused, and neither the system nor a search for
 * free ports gives it to anybody else meanwhile; a port that is only closed may be another process's a moment later. Who
 * names it may listen on it all the same, as most servers bind with {@code SO_REUSEADDR}.
 */
public final class HeldPort implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Socket socket;

    private HeldPort(Socket socket) {
        this.socket = socket;
    }

    /** A port of loopback that was free. */
    public static HeldPort any() {
        try {
            return new HeldPort(bound(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        } catch (IOException failed) {
            throw new UncheckedIOException("no port is free", failed);
        }
    }

    /**
     * The port of a server that is closing. Waits until it listens no more: Vert.x and JeroMQ say that a server is closed
     * while its socket still takes connections.
     *
     * @throws UncheckedIOException if somebody still listens there after 5 s
     */
    static HeldPort of(String host, int port) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                return new HeldPort(bound(new InetSocketAddress(host, port)));
            } catch (BindException taken) {
                if (System.nanoTime() > deadline) {
                    throw new UncheckedIOException("somebody listens on " + host + ":" + port, taken);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot hold " + host + ":" + port, failed);
            }
        }
    }

    private static Socket bound(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address);
            return socket;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Gives it up. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
