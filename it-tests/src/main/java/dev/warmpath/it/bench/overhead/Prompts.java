package dev.warmpath.it.bench.overhead;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Chats of one length, ready to be sent: a long system prompt, one of a few, and a short user message that is new in every
 * request. That is how agents and assistants ask: most of a prompt has been seen before, its end never.
 */
final class Prompts {

    /** Different system prompts. */
    static final int SYSTEMS = 16;

    /** Characters of the message that nobody has seen before. */
    static final int FRESH_CHARS = 128;

    private static final int DIGITS = 12;
    private static final String NUMBER = "0".repeat(DIGITS);
    private static final String[] WORDS = {
        "the",
        "of",
        "router",
        "cache",
        "and",
        "prompt",
        "to",
        "block",
        "in",
        "token",
        "is",
        "engine",
        "that",
        "worker",
        "for",
        "answer",
        "it",
        "question",
        "as",
        "model",
        "was",
        "please",
        "with",
        "write",
        "be",
        "short",
        "by",
        "list",
        "on",
        "number",
        "not",
        "table",
        "he",
        "summary",
        "this",
        "document",
        "are",
        "customer",
        "or",
        "order",
        "his",
        "report",
        "from",
        "meeting",
        "at",
        "schedule",
        "which",
        "city",
        "but",
        "weather",
        "have",
        "train",
        "an",
        "morning"
    };

    private final String[] systems = new String[SYSTEMS];
    private final String question;

    /**
     * Writes them.
     *
     * @param chars of system prompt and message together
     */
    Prompts(int chars, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < SYSTEMS; i++) {
            systems[i] = text(random, Math.max(0, chars - FRESH_CHARS));
        }
        question = text(random, FRESH_CHARS - DIGITS - 1);
    }

    private static String text(SplittableRandom random, int chars) {
        StringBuilder text = new StringBuilder(chars + DIGITS);
        while (text.length() < chars) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        text.setLength(chars);
        return text.toString();
    }

    /** The body of a request, as the model's template gets it. */
    String body(int system, long number, boolean stream) {
        String digits = Long.toString(number);
        return "{\"model\":\"demo\",\"messages\":[{\"role\":\"system\",\"content\":\"" + systems[system]
                + "\"},{\"role\":\"user\",\"content\":\"" + NUMBER.substring(digits.length()) + digits + " " + question
                + "\"}],\"max_tokens\":16,\"temperature\":0.7,\"stream\":" + stream + "}";
    }

    /**
     * Requests to a port of this machine.
     *
     * @param answer what they ask of {@link LightEngine}, or null for whole answers
     */
    Requests requests(int port, @Nullable String answer) {
        return new Requests(port, answer);
    }

    /** Whole requests that differ in their system prompt and number only, so that the next one costs no more than its number. */
    final class Requests {

        private final byte[][] bytes = new byte[SYSTEMS][];
        private final int[] numberAt = new int[SYSTEMS];

        private Requests(int port, @Nullable String answer) {
            for (int i = 0; i < SYSTEMS; i++) {
                String body = body(i, 0, answer != null);
                String head = "POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:" + port
                        + "\r\ncontent-type: application/json\r\naccept: */*\r\nuser-agent: warmpath-bench\r\ncontent-length: "
                        + body.length() + (answer == null ? "" : "\r\n" + LightEngine.ANSWER + ": " + answer)
                        + "\r\n\r\n";
                bytes[i] = (head + body).getBytes(StandardCharsets.US_ASCII);
                numberAt[i] = head.length() + body.indexOf(NUMBER + " ");
            }
        }

        /** The request with this number; valid until the next one with the same system prompt. */
        ByteBuffer next(long number) {
            int system = (int) (number % SYSTEMS);
            byte[] request = bytes[system];
            long rest = number;
            for (int i = numberAt[system] + DIGITS - 1; i >= numberAt[system]; i--) {
                request[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            return ByteBuffer.wrap(request);
        }
    }
}
