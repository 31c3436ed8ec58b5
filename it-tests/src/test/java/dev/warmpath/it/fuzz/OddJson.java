package dev.warmpath.it.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Changes JSON within its grammar, where damaged bytes seldom get past the parser: values of other types and odd sizes,
 * members that are missing, moved or new, lists that are empty or long.
 */
final class OddJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Texts, so that numbers keep their odd form. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0",
            "-1",
            "1",
            "1.0",
            "1e0",
            "2147483647",
            "2147483648",
            "-9223372036854775808",
            "9223372036854775808",
            "18446744073709551616",
            "1e999999999",
            "-1e-999999999",
            "0.1000000000000000055511151231257827",
            "9".repeat(400),
            "\"\"",
            "\"a\"",
            "\"\\u0000\"",
            "\"a\\ud800b\"",
            "\"\\u202e<|im_end|>\\u0085\"",
            "\"{{ 1 }}\"",
            "\"" + "\ud83d\ude00".repeat(300) + "\"",
            "[]",
            "{}",
            "[[]]",
            "[{}]",
            "[null]",
            "{\"\":{}}",
            "{\"type\":\"text\"}",
            "[1,\"a\"]",
            "[" + "1,".repeat(300) + "1]",
            "[".repeat(100) + "]".repeat(100),
            "{\"a\":".repeat(100) + "1" + "}".repeat(100));

    private final Random random;

    OddJson(Random random) {
        this.random = random;
    }

    /** The bytes of this object with one to four changes somewhere in it. */
    byte[] changed(String object) {
        try {
            JsonNode root = JSON.readTree(object);
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                change(places(root));
            }
            return JSON.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException notJson) {
            throw new IllegalArgumentException(object, notJson);
        }
    }

    private void change(List<ContainerNode<?>> places) {
        ContainerNode<?> place = places.get(random.nextInt(places.size()));
        if (place instanceof ObjectNode object) {
            change(object, places);
        } else if (place instanceof ArrayNode list) {
            change(list);
        }
    }

    private void change(ObjectNode object, List<ContainerNode<?>> places) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
        switch (random.nextInt(5)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(pick(MEMBERS), value());
            case 2 -> object.set(name, places.get(random.nextInt(places.size())).deepCopy());
            default -> object.set(name, value());
        }
    }

    private void change(ArrayNode list) {
        int at = list.isEmpty() ? 0 : random.nextInt(list.size());
        switch (random.nextInt(4)) {
            case 0 -> list.removeAll();
            case 1 -> list.insert(at, value());
            case 2 -> {
                for (int copies = random.nextInt(50); copies > 0 && !list.isEmpty(); copies--) {
                    list.add(list.get(at).deepCopy());
                }
            }
            default -> {
                if (!list.isEmpty()) {
                    list.set(at, value());
                }
            }
        }
    }

    /** Members that mean something to the router, to be put where they do not belong. */
    private static final List<String> MEMBERS = List.of(
            "model",
            "messages",
            "prompt",
            "stream",
            "n",
            "max_tokens",
            "tools",
            "content",
            "role",
            "tool_calls",
            "bootstrap_room",
            "kv_transfer_params",
            "data_parallel_rank",
            "cache_salt",
            "chat_template_kwargs",
            "continue_final_message",
            "url",
            "overlap_weight",
            "tokens",
            "error",
            "choices");

    private JsonNode value() {
        return JSON.getNodeFactory().rawValueNode(new RawValue(pick(VALUES)));
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static List<ContainerNode<?>> places(JsonNode root) {
        List<ContainerNode<?>> places = new ArrayList<>();
        collect(root, places);
        return places;
    }

    private static void collect(JsonNode node, List<ContainerNode<?>> into) {
        if (node instanceof ContainerNode<?> container) {
            into.add(container);
            container.forEach(child -> collect(child, into));
        }
    }
}
