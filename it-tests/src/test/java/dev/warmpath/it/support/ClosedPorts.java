package dev.warmpath.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ports at which nobody listens. The system may offer one twice; here each is given once, so that addresses differ. */
public final class ClosedPorts {

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private ClosedPorts() {}

    /** A port that was free a moment ago and that no caller in this process was given before. */
    public static int next() {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0)) {
                if (GIVEN.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
