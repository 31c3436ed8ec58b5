package dev.warmpath.it.bench.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Writes the shapes of traces down, in the form in which they are kept. */
public final class TraceShapes {

    private static final ObjectMapper JSON = new ObjectMapper();

    private TraceShapes() {}

    /** Each trace's name with its shape. */
    public static JsonNode json(List<Trace> traces) {
        ObjectNode shapes = JSON.createObjectNode();
        for (Trace trace : traces) {
            shapes.set(trace.name(), JSON.valueToTree(CorpusShape.of(trace)));
        }
        return shapes;
    }
}
