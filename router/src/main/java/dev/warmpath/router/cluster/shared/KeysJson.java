package dev.warmpath.router.cluster.shared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.server.ClientKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Client keys in a register: names and digests, never a key. */
final class KeysJson {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private KeysJson() {}

    static String write(List<ClientKey> keys) {
        ArrayNode all = JSON.createArrayNode();
        for (ClientKey key : keys) {
            ObjectNode one = all.addObject().put("name", key.name()).put("sha256", key.sha256());
            if (key.expires() != null) {
                one.put("expires", key.expires().toString());
            }
        }
        return all.toString();
    }

    /** @throws IllegalArgumentException if it is not such a list; the message shows none of it */
    static List<ClientKey> read(String text) {
        List<ClientKey> keys = new ArrayList<>();
        try {
            for (JsonNode one : JSON.readTree(text)) {
                String name = one.path("name").asText();
                String digest = one.path("sha256").asText();
                if (name.isEmpty() || !DIGEST.matcher(digest).matches()) {
                    throw new IllegalArgumentException("not a list of client keys");
                }
                JsonNode expires = one.get("expires");
                keys.add(new ClientKey(name, digest, expires == null ? null : Instant.parse(expires.asText())));
            }
        } catch (JsonProcessingException | DateTimeException unreadable) {
            throw new IllegalArgumentException("not a list of client keys");
        }
        return keys;
    }
}
