package dev.warmpath.it.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** What a check has counted so far. */
final class CheckTally {

    private static final ObjectMapper JSON = new ObjectMapper();

    int requests;
    int failures;
    int pairedLegs;
    int engineRestarts;
    int phantomCredits;
    long blocks;
    long creditedBlocks;
    long hitBlocks;
    long laterHitBlocks;
    long laterHeldBlocks;
    /** What the doctor did not let pass, by name. */
    Set<String> complaintsBeforeRestart = Set.of();

    Set<String> complaintsAfterRestart = Set.of();
    private final List<Long> addedNanos = new ArrayList<>();

    /**
     * A turn was answered.
     *
     * @param held what the engines held of its prompt just before
     * @param credited leading blocks that the router believed the chosen rank to hold
     * @param later whether this is turn 2 or more
     * @param restarted whether an engine has been restarted since
     */
    void answered(HeldBlocks held, Conversation.Turn turn, int credited, boolean later, boolean restarted) {
        requests++;
        if (turn.events() == 0 || turn.answer().isEmpty()) {
            failures++;
        }
        blocks += held.blocks();
        creditedBlocks += credited;
        int hit = held.on(turn.prefill());
        hitBlocks += hit;
        if (later) {
            laterHitBlocks += hit;
            laterHeldBlocks += held.best();
        }
        if (restarted && credited > hit) {
            phantomCredits++;
        }
    }

    void failed() {
        requests++;
        failures++;
    }

    /** The bodies of a request's two legs, as the engines received them. */
    void legs(String prefill, String decode) {
        JsonNode one = room(prefill);
        JsonNode other = room(decode);
        if (one.isIntegralNumber() && one.equals(other)) {
            pairedLegs++;
        }
    }

    private static JsonNode room(String body) {
        try {
            return JSON.readTree(body).path("bootstrap_room");
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException("an engine received a body that is not JSON", notJson);
        }
    }

    void addedNanos(long nanos) {
        addedNanos.add(nanos);
    }

    void restartedOnce() {
        engineRestarts++;
    }

    /** Median of what the way through the router and back took beyond the decode engine's own time; 0 without any. */
    long medianAddedNanos() {
        if (addedNanos.isEmpty()) {
            return 0;
        }
        List<Long> sorted = new ArrayList<>(addedNanos);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
