package dev.warmpath.it.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** One port that is free on several addresses of the loopback network, for workers that only their address tells apart. */
final class Addresses {

    private static final int TRIES = 20;
    private static final int HOSTS = 4;

    private final int port;

    private Addresses(int port) {
        this.port = port;
    }

    static Addresses free() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port;
            try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getByName(host(0)))) {
                port = first.getLocalPort();
            }
            if (freeOnAll(port)) {
                return new Addresses(port);
            }
        }
        throw new IOException("no port is free on all addresses");
    }

    private static boolean freeOnAll(int port) {
        for (int i = 0; i < HOSTS; i++) {
            try {
                new ServerSocket(port, 1, InetAddress.getByName(host(i))).close();
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }

    /** The n-th address, from 0. */
    static String host(int n) {
        return "127.0.0." + (n + 11);
    }

    int port() {
        return port;
    }

    /** The URL of the worker at the n-th address, from 0. */
    String url(int n) {
        return "http://" + host(n) + ":" + port;
    }
}
