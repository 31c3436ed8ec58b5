package dev.warmpath.events.port;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks by binding. Every port is bound on loopback and then on the wildcard address, and the wildcard sockets (which
 * exclude every other user of the port, on any address) are all held until the last one is bound: ports that are free
 * one after the other are not yet a block. Sockets are bound and never listen, so that nobody can connect to a probe,
 * and without {@code SO_REUSEADDR}, which would let the bind succeed beside a bound socket that does not listen yet.
 */
final class BindProbe implements PortProbe {

    /** How a port is bound. */
    interface Binder {
        Socket bind(InetSocketAddress address) throws IOException;
    }

    private final Binder binder;

    BindProbe() {
        this(BindProbe::bound);
    }

    BindProbe(Binder binder) {
        this.binder = binder;
    }

    @Override
    public boolean allFree(int base, int count) {
        List<Socket> held = new ArrayList<>(count);
        try {
            for (int port = base; port < base + count; port++) {
                // The system that lets a wildcard bind succeed beside a specific one (Windows) fails here.
                binder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                        .close();
                held.add(binder.bind(new InetSocketAddress(port)));
            }
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            held.forEach(BindProbe::release);
        }
    }

    @Override
    public int draw() {
        try (Socket socket = binder.bind(new InetSocketAddress(0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            return -1;
        }
    }

    static Socket bound(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(false);
            socket.bind(address);
            return socket;
        } catch (IOException e) {
            release(socket);
            throw e;
        }
    }

    private static void release(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is gone either way, and what the probe saw stays true.
            return;
        }
    }
}
