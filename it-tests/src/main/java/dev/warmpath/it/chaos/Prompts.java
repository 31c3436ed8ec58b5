package dev.warmpath.it.chaos;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** What clients ask, a function of the seed, the client and how often it has asked. */
final class Prompts {

    private static final int PREFIXES = 24;
    private static final int PREFIX_TOKENS = 12 * 16;
    private static final int SHORTEST_TAIL = 8;
    private static final int LONGEST_TAIL = 120;
    private static final int VOCABULARY = 250;
    private static final int SHORTEST_ANSWER = 4;
    private static final int LONGEST_ANSWER = 40;

    /** One in this many. */
    private static final int CHATS = 6;

    private static final int WHOLE_ANSWERS = 4;
    private static final int LEAVERS = 25;
    private static final int LONGEST_STAY_MILLIS = 400;
    private static final int LONGEST_STAY_CHUNKS = 10;

    private final List<String> models;
    private final SplittableRandom[] clients;

    /**
     * One request.
     *
     * @param stream whether it asks for an event stream
     * @param leavesAfterMillis when the client leaves, or 0
     * @param leavesAfterChunks how much of the answer it waits for before it leaves, or 0
     */
    record Ask(String path, byte[] body, boolean stream, int leavesAfterMillis, int leavesAfterChunks) {}

    Prompts(long seed, int clients, List<String> models) {
        this.models = List.copyOf(models);
        SplittableRandom source = new SplittableRandom(seed ^ clients);
        this.clients = new SplittableRandom[clients];
        for (int i = 0; i < clients; i++) {
            this.clients[i] = source.split();
        }
    }

    /** The client's next request. Clients are one thread's each. */
    Ask next(int client) {
        SplittableRandom random = clients[client];
        boolean chat = random.nextInt(CHATS) == 0;
        boolean stream = random.nextInt(WHOLE_ANSWERS) != 0;
        StringBuilder body = new StringBuilder(2_048)
                .append("{\"model\":\"")
                .append(models.get(random.nextInt(models.size())))
                .append("\",\"max_tokens\":")
                .append(random.nextInt(SHORTEST_ANSWER, LONGEST_ANSWER))
                .append(",\"stream\":")
                .append(stream);
        if (chat) {
            body.append(",\"messages\":[{\"role\":\"user\",\"content\":\"Client ")
                    .append(client)
                    .append(" asks for number ")
                    .append(random.nextInt())
                    .append(".\"}]}");
        } else {
            tokens(body, random);
        }
        boolean leaves = random.nextInt(LEAVERS) == 0;
        boolean early = random.nextBoolean();
        return new Ask(
                chat ? "/v1/chat/completions" : "/v1/completions",
                body.toString().getBytes(StandardCharsets.UTF_8),
                stream,
                leaves && early ? 1 + random.nextInt(LONGEST_STAY_MILLIS) : 0,
                leaves && !early ? 1 + random.nextInt(LONGEST_STAY_CHUNKS) : 0);
    }

    private static void tokens(StringBuilder body, SplittableRandom random) {
        body.append(",\"prompt\":[");
        SplittableRandom prefix = new SplittableRandom(random.nextInt(PREFIXES));
        for (int i = 0; i < PREFIX_TOKENS; i++) {
            body.append(prefix.nextInt(VOCABULARY)).append(',');
        }
        int tail = random.nextInt(SHORTEST_TAIL, LONGEST_TAIL);
        for (int i = 0; i < tail; i++) {
            body.append(random.nextInt(VOCABULARY)).append(i + 1 < tail ? "," : "]}");
        }
    }
}
