package dev.warmpath.router.bootstrap;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@code GET /query} of a bootstrap server says: {@code {"<dp_rank>": {"engine_id": "..."}}}, with more beside the
 * id that concerns engines alone.
 */
final class NamesAnswer {

    /** Ids of real engines have some 40 characters. */
    private static final int MOST_CHARS = 512;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(32).build())
                    .build())
            .build();

    private NamesAnswer() {}

    /**
     * The names of this worker's ranks.
     *
     * @throws IOException when it is no such answer, or a rank of the worker is missing in it
     */
    static Map<Integer, String> read(byte[] answer, WorkerSettings settings) throws IOException {
        JsonNode root = JSON.readTree(answer);
        if (root == null || !root.isObject()) {
            throw new IOException("/query answered no JSON object");
        }
        Map<Integer, String> names = new HashMap<>();
        for (int i = 0; i < settings.dpSize(); i++) {
            int rank = settings.dpStart() + i;
            JsonNode name = entry(root, rank, settings).path("engine_id");
            if (!name.isTextual()
                    || name.textValue().isEmpty()
                    || name.textValue().length() > MOST_CHARS) {
                throw new IOException("/query tells no engine_id of rank " + rank);
            }
            names.put(rank, name.textValue());
        }
        return names;
    }

    /** An engine that is alone behind its URL may count itself as rank 0 whatever its number in the fleet is. */
    private static JsonNode entry(JsonNode root, int rank, WorkerSettings settings) {
        JsonNode entry = root.path(Integer.toString(rank));
        boolean alone = settings.dpSize() == 1 && root.size() == 1;
        return entry.isMissingNode() && alone ? root.elements().next() : entry;
    }
}
