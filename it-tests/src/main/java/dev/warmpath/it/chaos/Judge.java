package dev.warmpath.it.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Holds one client's answer against what engines sent for it. Engines put the id of the attempt into every chunk, so
 * that no two attempts have the same bytes: an answer that was glued from two of them, or lacks one byte, equals none.
 */
final class Judge {

    /** The first attempt, and {@code upstream.retries} more. */
    private static final int MOST_ATTEMPTS = 3;

    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final String DATA = "data: ";
    private static final int OK = 200;
    private static final int BAD_GATEWAY = 502;

    private final ObjectMapper json = new ObjectMapper();

    /**
     * What is wrong; empty if nothing is.
     *
     * @param stream whether an event stream was asked for
     */
    Set<Finding> findings(boolean stream, ClientAnswer answer, List<Receipt> receipts) {
        Set<Finding> found = EnumSet.noneOf(Finding.class);
        switch (answer.ending()) {
            case WHOLE -> whole(stream, answer, receipts, found);
            case BROKEN -> broken(stream, answer, receipts, found);
            case LEFT -> left(answer, receipts, found);
            case HUNG -> found.add(Finding.HUNG);
        }
        attempts(answer, receipts, found);
        return found;
    }

    private void whole(boolean stream, ClientAnswer answer, List<Receipt> receipts, Set<Finding> found) {
        if (answer.status() != OK) {
            failure(answer, receipts, found);
            return;
        }
        if (receipts.stream().noneMatch(receipt -> Arrays.equals(answer.body(), sent(receipt)))) {
            found.add(Finding.ALTERED);
        }
        boolean complete = stream
                ? endsWith(answer.body(), DONE) || endsInError(answer.body())
                : isObject(answer.body(), "choices");
        if (!complete) {
            found.add(Finding.INCOMPLETE);
        }
    }

    /**
     * An error that an engine gave is passed on, with a status of its own if it came first in a stream. One of the
     * router's own is about engines, never about itself.
     */
    private void failure(ClientAnswer answer, List<Receipt> receipts, Set<Finding> found) {
        if (!isObject(answer.body(), "error") && !isObject(answer.body(), "object")) {
            found.add(Finding.UNNAMED_FAILURE);
        } else if (answer.status() < BAD_GATEWAY
                && receipts.stream().noneMatch(receipt -> receipt.said(answer.body()))) {
            found.add(Finding.ROUTER_ERROR);
        }
    }

    /** A stream that breaks off says so in a last event; anything else can only be cut. */
    private void broken(boolean stream, ClientAnswer answer, List<Receipt> receipts, Set<Finding> found) {
        if (answer.status() != OK) {
            found.add(Finding.UNNAMED_FAILURE);
            return;
        }
        int common = longestPrefix(answer.body(), receipts);
        String rest = new String(answer.body(), common, answer.body().length - common, StandardCharsets.UTF_8);
        if (stream ? !endsInError(answer.body()) : !rest.isEmpty()) {
            found.add(stream ? Finding.UNNAMED_FAILURE : Finding.ALTERED);
        } else if (stream && rest.strip().split("\n", -1).length > 1) {
            found.add(Finding.ALTERED);
        }
    }

    private static void left(ClientAnswer answer, List<Receipt> receipts, Set<Finding> found) {
        if (answer.status() == OK
                && !new String(answer.body(), StandardCharsets.UTF_8).contains("\"error\"")
                && longestPrefix(answer.body(), receipts) < answer.body().length) {
            found.add(Finding.ALTERED);
        }
    }

    private static void attempts(ClientAnswer answer, List<Receipt> receipts, Set<Finding> found) {
        int answering = (int) receipts.stream().filter(Receipt::answers).count();
        if (Math.max(answering, receipts.size() - answering) > MOST_ATTEMPTS) {
            found.add(Finding.TOO_MANY_ATTEMPTS);
        }
        if (answer.firstByteNanos() != 0
                && receipts.stream().anyMatch(receipt -> receipt.sentAfter(answer.firstByteNanos()))) {
            found.add(Finding.RETRIED_AFTER_BYTES);
        }
        if (receipts.stream().filter(Receipt::answeredWhole).count() > 1
                && receipts.stream().filter(Receipt::answeredWhole).noneMatch(receipt -> receipt.excused(receipts))) {
            found.add(Finding.GENERATED_TWICE);
        }
    }

    /** How much of these bytes is what one of the engines sent. */
    private static int longestPrefix(byte[] body, List<Receipt> receipts) {
        int longest = 0;
        for (Receipt receipt : receipts) {
            int mismatch = Arrays.mismatch(body, sent(receipt));
            longest = Math.max(longest, mismatch < 0 ? body.length : mismatch);
        }
        return longest;
    }

    private static byte[] sent(Receipt receipt) {
        return receipt.request().answer();
    }

    private boolean endsInError(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        int last = text.lastIndexOf('\n') + 1;
        return text.startsWith(DATA, last)
                && isObject(text.substring(last + DATA.length()).getBytes(StandardCharsets.UTF_8), "error");
    }

    private static boolean endsWith(byte[] bytes, byte[] end) {
        return bytes.length >= end.length
                && Arrays.equals(bytes, bytes.length - end.length, bytes.length, end, 0, end.length);
    }

    private boolean isObject(byte[] bytes, String member) {
        try {
            JsonNode node = json.readTree(bytes);
            return node != null && node.hasNonNull(member);
        } catch (IOException notJson) {
            return false;
        }
    }
}
