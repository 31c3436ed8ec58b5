package dev.warmpath.it.sim.http;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The latest requests that a worker received. Safe for several threads. */
public final class RequestLog {

    private final int capacity;
    private final ArrayDeque<ReceivedRequest> requests = new ArrayDeque<>();
    private final List<Consumer<ReceivedRequest>> listeners = new CopyOnWriteArrayList<>();
    private long total;

    public RequestLog(int capacity) {
        this.capacity = capacity;
    }

    /** Tells of every request before it is answered, on the engine's context. */
    public void onRequest(Consumer<ReceivedRequest> listener) {
        listeners.add(listener);
    }

    /** No one listens any more. */
    public void forget() {
        listeners.clear();
    }

    /** Remembers a request, and forgets the oldest if there are too many. */
    public void add(ReceivedRequest request) {
        remember(request);
        listeners.forEach(listener -> listener.accept(request));
    }

    private synchronized void remember(ReceivedRequest request) {
        total++;
        if (capacity == 0) {
            return;
        }
        if (requests.size() == capacity) {
            requests.removeFirst();
        }
        requests.addLast(request);
    }

    /** What is remembered, oldest first. */
    public synchronized List<ReceivedRequest> all() {
        return List.copyOf(requests);
    }

    /** What is remembered of this path, oldest first. */
    public List<ReceivedRequest> of(String path) {
        return all().stream().filter(request -> request.path().equals(path)).toList();
    }

    /** Requests ever received, remembered or not. */
    public synchronized long total() {
        return total;
    }

    public synchronized void clear() {
        requests.clear();
    }
}
