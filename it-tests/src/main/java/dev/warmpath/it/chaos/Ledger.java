package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.http.ReceivedRequest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Books on all exchanges: what engines got for each request of a client, while it is open, and what was found of those
 * that are over. Client {@code i} has one request at a time, named {@code c<i>-<n>}; engines see that name with the
 * router's suffix for the attempt. So memory does not grow with the run. Safe for several threads.
 */
final class Ledger {

    private static final int EXAMPLES = 20;

    /** A client's latest request. */
    private static final class Open {
        private int number = -1;
        private boolean over;
        /** When the client got the first byte of a good answer that it has not left; or 0. */
        private long firstByteNanos;

        private long lastFirstByteNanos;
        private long begunNanos;
        private long lastBegunNanos;
        private final List<Receipt> receipts = new ArrayList<>();
    }

    private final Judge judge = new Judge();
    private final Open[] clients;
    private final Map<Finding, Integer> findings = new EnumMap<>(Finding.class);
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private int requests;

    Ledger(int clients) {
        this.clients = new Open[clients];
        for (int i = 0; i < clients; i++) {
            this.clients[i] = new Open();
        }
    }

    /** Listens to what an engine gets. */
    void watch(Member member) {
        member.engine().requests().onRequest(request -> received(member, request));
    }

    /**
     * What comes after the end may have been on its way; not so when the client had got an answer, or part of one, unless
     * the engine hung and reads only now what a try before that one had sent.
     */
    private void received(Member member, ReceivedRequest request) {
        List<String> ids = request.header("x-request-id");
        int[] name = ids.isEmpty() ? null : parse(ids.get(0));
        if (name == null) {
            return;
        }
        request.keepAnswer();
        synchronized (this) {
            Open open = clients[name[0]];
            boolean latest = open.number == name[1];
            long begun = latest ? open.begunNanos : open.lastBegunNanos;
            long firstByte = latest ? open.firstByteNanos : open.lastFirstByteNanos;
            Receipt receipt = new Receipt(member, request, ids.get(0), begun, member.lastHang());
            if (latest && !open.over) {
                open.receipts.add(receipt);
            } else if (firstByte != 0 && receipt.sentAfter(firstByte)) {
                found(Finding.RETRIED_AFTER_BYTES, ids.get(0) + " came to " + member.name() + " after its end");
            }
        }
    }

    /** Client and number of {@code c<client>-<number>-<attempt>}; null for what is no request of a client. */
    private static int @Nullable [] parse(String id) {
        String[] parts = id.split("-", -1);
        if (parts.length != 3 || !parts[0].startsWith("c")) {
            return null;
        }
        return new int[] {Integer.parseInt(parts[0].substring(1)), Integer.parseInt(parts[1])};
    }

    /** A client's next request begins; returns its name. */
    synchronized String begin(int client) {
        Open open = clients[client];
        open.number++;
        open.lastFirstByteNanos = open.firstByteNanos;
        open.lastBegunNanos = open.begunNanos;
        open.begunNanos = System.nanoTime();
        open.over = false;
        open.firstByteNanos = 0;
        open.receipts.clear();
        requests++;
        return "c" + client + "-" + open.number;
    }

    /** A client's request is over. */
    synchronized void end(int client, boolean stream, ClientAnswer answer) {
        Open open = clients[client];
        open.over = true;
        boolean good = answer.ending() != ClientAnswer.Ending.LEFT && answer.status() == 200;
        open.firstByteNanos = good ? answer.firstByteNanos() : 0;
        Set<Finding> wrong = judge.findings(stream, answer, open.receipts);
        wrong.forEach(finding -> found(
                finding,
                "c" + client + "-" + open.number + " " + answer.status() + " " + answer.ending() + " "
                        + answer.body().length + " bytes, engines: " + open.receipts));
        outcomes.merge(outcome(answer), 1, Integer::sum);
        open.receipts.clear();
    }

    private static String outcome(ClientAnswer answer) {
        return switch (answer.ending()) {
            case WHOLE -> answer.status() == 200 ? "answered" : "failed_" + answer.status();
            case BROKEN -> "broken_off";
            case LEFT -> "client_left";
            case HUNG -> "hung";
        };
    }

    private void found(Finding finding, String where) {
        findings.merge(finding, 1, Integer::sum);
        if (examples.size() < EXAMPLES) {
            examples.add(finding.key() + ": " + where);
        }
    }

    synchronized int requests() {
        return requests;
    }

    synchronized Map<Finding, Integer> findings() {
        return new EnumMap<>(findings);
    }

    /** How requests ended, for their clients. */
    synchronized Map<String, Integer> outcomes() {
        return new TreeMap<>(outcomes);
    }

    /** Some findings, in words. */
    synchronized List<String> examples() {
        return List.copyOf(examples);
    }
}
