package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SGLang's bootstrap fields. A single prompt has scalars. A batch has lists of its own length, or scalars, of which the
 * room then counts up prompt by prompt and sample by sample.
 */
final class RendezvousReader {

    private final int prompts;
    private final boolean batch;
    private final int samples;

    RendezvousReader(PromptReader.Prompts read, int samples) {
        this.prompts = read.prompts().size();
        this.batch = read.batch();
        this.samples = samples;
    }

    List<Rendezvous> read(JsonNode root) throws EngineError {
        JsonNode rooms = root.path("bootstrap_room");
        if (rooms.isMissingNode() || rooms.isNull()) {
            throw EngineError.badRequest("Disaggregated request received without bootstrap room id.");
        }
        JsonNode hosts = root.path("bootstrap_host");
        JsonNode ports = root.path("bootstrap_port");
        checkShape("bootstrap_room", rooms);
        checkShape("bootstrap_host", hosts);
        checkShape("bootstrap_port", ports);
        List<Rendezvous> meetings = new ArrayList<>();
        for (int i = 0; i < prompts; i++) {
            long room = rooms.isArray() ? room(rooms.get(i)) : room(rooms) + (long) i * samples;
            meetings.add(new Rendezvous(host(element(hosts, i)), port(element(ports, i)), room));
        }
        return meetings;
    }

    private void checkShape(String field, JsonNode value) throws EngineError {
        if (!value.isArray()) {
            return;
        }
        if (!batch) {
            throw EngineError.badRequest(field + " must not be a list for a single prompt.");
        }
        if (value.size() != prompts) {
            throw EngineError.badRequest(field + " has " + value.size() + " elements for " + prompts + " prompts.");
        }
    }

    private static JsonNode element(JsonNode value, int index) {
        return value.isArray() ? value.get(index) : value;
    }

    private static long room(JsonNode room) throws EngineError {
        if (!room.isIntegralNumber() || !room.canConvertToLong() || room.longValue() < 0) {
            throw EngineError.badRequest("bootstrap_room must be an integer from 0 to 2^63-1, got " + room + ".");
        }
        return room.longValue();
    }

    private static String host(JsonNode host) throws EngineError {
        String text = host.textValue();
        if (text == null || text.isEmpty()) {
            throw EngineError.badRequest("bootstrap_host must be a text.");
        }
        return text;
    }

    private static @Nullable Integer port(JsonNode port) throws EngineError {
        if (port.isMissingNode() || port.isNull()) {
            return null;
        }
        if (!port.isInt() || port.intValue() < 1 || port.intValue() > 65_535) {
            throw EngineError.badRequest("bootstrap_port must be a port, got " + port + ".");
        }
        return port.intValue();
    }
}
