package dev.warmpath.router.poll;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/**
 * Where an SGLang engine publishes its load, as {@code /server_info} tells it in {@code kv_events}: {@code
 * load_endpoint_port_base} is the port of rank 0, and each rank has the next; {@code load_topic} goes with it. There is no
 * host, and that of the events is not taken: nobody is listened to elsewhere than where the worker was allowed to be.
 *
 * @param base port of rank 0 of the deployment
 */
record LoadOffer(int base, String topic) {

    private static final int MOST_PORT = 65_535;
    private static final int LONGEST_TOPIC = 64;

    /**
     * Reads an answer.
     *
     * @param lastRank number of the worker's last rank, whose port must be one, too
     * @throws Unreadable saying that the engine publishes no load, or what is odd about where
     */
    static LoadOffer read(byte[] serverInfo, int lastRank) throws IOException {
        JsonNode events = LoadsAnswer.tree(serverInfo).path("kv_events");
        JsonNode base = events.path("load_endpoint_port_base");
        if (base.isMissingNode() || base.isNull()) {
            throw new Unreadable("the engine publishes no load");
        }
        if (!base.isInt() || base.intValue() < 1 || base.intValue() > MOST_PORT - lastRank) {
            throw new Unreadable("load_endpoint_port_base is no port for all ranks");
        }
        String topic = events.path("load_topic").asText("load");
        if (topic.length() > LONGEST_TOPIC) {
            throw new Unreadable("load_topic is too long");
        }
        return new LoadOffer(base.intValue(), topic);
    }
}
