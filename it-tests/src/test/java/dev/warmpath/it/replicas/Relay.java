package dev.warmpath.it.replicas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The network between routers: each is reached at an address of this relay, which passes on to the router's own. It knows by
 * the last number of an address who speaks to whom, and can part them: what is on its way waits then, in either direction,
 * and goes on when the network heals, as TCP would send it again; new connections are refused. It keeps what went over it.
 */
final class Relay implements AutoCloseable {

    private static final int MOST_KEPT = 16 << 20;

    private final List<ServerSocket> servers = new ArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Object network = new Object();
    private Set<Integer> side = Set.of();
    private boolean closed;

    /** A router's own address. */
    static String host(int router) {
        return "127.0.1." + router;
    }

    /** Where the others reach it. */
    static String publicHost(int router) {
        return "127.0.2." + router;
    }

    /** Stands before routers 1 to {@code routers}, at these ports of each. */
    Relay(int routers, int... ports) {
        try {
            for (int router = 1; router <= routers; router++) {
                for (int port : ports) {
                    ServerSocket server = new ServerSocket(port, 50, InetAddress.getByName(publicHost(router)));
                    servers.add(server);
                    int to = router;
                    thread("relay-" + router + "-" + port, () -> accept(server, to));
                }
            }
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("no relay", e);
        }
    }

    /** From now on nothing passes between these and the others. */
    void part(Set<Integer> some) {
        synchronized (network) {
            side = new HashSet<>(some);
        }
    }

    void heal() {
        synchronized (network) {
            side = Set.of();
            network.notifyAll();
        }
    }

    /** Everything that went over it, each byte as a character. */
    String said() {
        synchronized (kept) {
            return kept.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private void accept(ServerSocket server, int to) {
        while (!server.isClosed()) {
            try {
                Socket from = server.accept();
                sockets.add(from);
                int who = from.getInetAddress().getAddress()[3];
                thread("relay-connect", () -> connect(from, who, to, server.getLocalPort()));
            } catch (IOException ended) {
                return;
            }
        }
    }

    private void connect(Socket from, int who, int to, int port) {
        Socket there = new Socket();
        sockets.add(there);
        try {
            if (parted(who, to)) {
                throw new ConnectException("no way there");
            }
            there.bind(new InetSocketAddress(address(publicHost(who)), 0));
            there.connect(new InetSocketAddress(address(host(to)), port));
        } catch (IOException refused) {
            end(from);
            end(there);
            return;
        }
        thread("relay-there", () -> pass(from, there, who, to));
        thread("relay-back", () -> pass(there, from, who, to));
    }

    private void pass(Socket from, Socket to, int one, int other) {
        byte[] bytes = new byte[16 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                awaitPassage(one, other);
                keep(bytes, read);
                out.write(bytes, 0, read);
            }
            awaitPassage(one, other);
        } catch (IOException | InterruptedException ended) {
            // One side has closed it; the other is told below.
        }
        end(from);
        end(to);
    }

    private void awaitPassage(int one, int other) throws InterruptedException {
        synchronized (network) {
            while (!closed && parted(one, other)) {
                network.wait();
            }
        }
    }

    private boolean parted(int one, int other) {
        synchronized (network) {
            return side.contains(one) != side.contains(other);
        }
    }

    private void keep(byte[] bytes, int length) {
        synchronized (kept) {
            kept.write(bytes, 0, Math.min(length, MOST_KEPT - kept.size()));
        }
    }

    private static InetAddress address(String host) throws UnknownHostException {
        return InetAddress.getByName(host);
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // What is wanted.
        }
    }

    @Override
    public void close() {
        synchronized (network) {
            closed = true;
            network.notifyAll();
        }
        for (ServerSocket server : servers) {
            try {
                server.close();
            } catch (IOException gone) {
                // What is wanted.
            }
        }
        sockets.forEach(Relay::end);
    }
}
