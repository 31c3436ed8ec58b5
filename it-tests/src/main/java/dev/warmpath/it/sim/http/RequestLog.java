package dev.warmpath.it.sim.http;

import java.util.ArrayDeque;
import java.util.List;

/** The latest requests that a worker received. Safe for several threads. */
public final class RequestLog {

    private final int capacity;
    private final ArrayDeque<ReceivedRequest> requests = new ArrayDeque<>();
    private long total;

    public RequestLog(int capacity) {
        this.capacity = capacity;
    }

    /** Remembers a request, and forgets the oldest if there are too many. */
    public synchronized void add(ReceivedRequest request) {
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
