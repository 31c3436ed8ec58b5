package dev.warmpath.it.container;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients of two replicas behind a balancer that chooses for new connections only, among those that are ready, as a
 * Kubernetes Service does. Each client sends one request after the other, and stays with its connection for as long as the
 * answers do not end it.
 */
final class LoadOnReplicas implements AutoCloseable {

    private static final int CLIENTS = 8;
    private static final long LOOK_MILLIS = 200;
    private static final int OK = 200;

    /** Each chat is sent so many times, so that some of it is cached. */
    private static final int REPEATS = 4;

    private final ContainerFleet fleet;
    private final List<String> replicas;
    private final FleetClient looker = new FleetClient();
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final List<Thread> clients = new ArrayList<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger chosen = new AtomicInteger();
    private final Map<String, String> ready = new ConcurrentHashMap<>();

    /** What each said when it was asked last whether it is ready. */
    private final Map<String, String> said = new ConcurrentHashMap<>();

    private volatile boolean ending;

    LoadOnReplicas(ContainerFleet fleet, List<String> replicas) {
        this.fleet = fleet;
        this.replicas = replicas;
        look();
        var unused = looking.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        for (int i = 0; i < CLIENTS; i++) {
            int first = i * 1000;
            clients.add(new Thread(() -> send(first), "client-" + i));
        }
        clients.forEach(Thread::start);
    }

    /** Requests that were answered well. */
    int answered() {
        return answered.get();
    }

    /** Requests that were not, as text. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Whether a replica gets new connections now. */
    boolean uses(String replica) {
        return ready.containsKey(replica);
    }

    private void look() {
        try {
            for (String replica : replicas) {
                boolean running =
                        Boolean.TRUE.equals(fleet.inspect(replica).getState().getRunning());
                String address = running ? fleet.address(replica) : "";
                String answer = address.isEmpty() ? "does not run" : looker.readiness(address);
                said.put(replica, answer);
                if (answer.startsWith("200 ")) {
                    ready.put(replica, address);
                } else {
                    ready.remove(replica);
                }
            }
        } catch (RuntimeException failed) {
            failures.add("looking: " + failed);
        }
    }

    private void send(int first) {
        // One of its own, which keeps one connection.
        FleetClient client = new FleetClient();
        String address = "";
        for (int number = 0; !ending && failures.isEmpty(); number++) {
            if (address.isEmpty()) {
                List<String> addresses = List.copyOf(ready.values());
                if (addresses.isEmpty()) {
                    failures.add("no replica is ready: " + said);
                    return;
                }
                address = addresses.get(chosen.getAndIncrement() % addresses.size());
            }
            if (!answered(client, address, FleetClient.chat(first + number / REPEATS))) {
                address = "";
            }
        }
    }

    /** Sends a request, and tells whether its connection goes on. */
    private boolean answered(FleetClient client, String address, String chat) {
        try {
            HttpResponse<String> answer = client.send(address, chat).join();
            if (answer.statusCode() == OK) {
                answered.incrementAndGet();
            } else {
                failures.add(address + ": " + answer.statusCode() + " " + answer.body());
            }
            return !answer.headers().firstValue("connection").orElse("").equalsIgnoreCase("close");
        } catch (CompletionException failed) {
            failures.add(address + ": " + failed.getCause());
            return false;
        }
    }

    /** Sends no more; returns when all is answered. */
    void finish() {
        ending = true;
        looking.shutdown();
        for (Thread client : clients) {
            try {
                client.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        finish();
    }
}
