package dev.warmpath.it.bench.overhead;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/** A router that somebody else has started. Its CPU time and memory are told if its process is. */
record ForeignRouter(URI url, List<ProcessHandle> processes) implements Subject {

    @Override
    public List<InetSocketAddress> addresses(int client) {
        return List.of(new InetSocketAddress(url.getHost(), url.getPort()));
    }

    @Override
    public void close() {
        // It is not ours.
    }
}
