package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.Engine;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.Exchange;
import dev.warmpath.it.sim.http.JsonBytes;
import dev.warmpath.it.sim.request.EngineError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answer of a generation request, whole or as a stream. vLLM says how a choice ends in the chunk of its last
 * token, SGLang in a chunk of its own.
 */
final class Reply {

    private final ObjectMapper json;
    private final Engine engine;
    private final ErrorBody errors;
    private final Exchange exchange;
    private final ReplyShape shape;
    private final boolean stream;
    private final boolean usageChunk;

    Reply(ObjectMapper json, Engine engine, Exchange exchange, ReplyShape shape, boolean stream, boolean usageChunk) {
        this.json = json;
        this.engine = engine;
        this.errors = new ErrorBody(json, engine);
        this.exchange = exchange;
        this.shape = shape;
        this.stream = stream;
        this.usageChunk = usageChunk;
    }

    /** Every leg has been taken on: from here on an error of a stream stands inside it. */
    void begin() {
        if (stream) {
            exchange.startStream();
        }
    }

    /**
     * One more token.
     *
     * @param ending how the choice ends if this is its last token, else null
     */
    void token(Choice choice, String piece, @Nullable String ending) {
        boolean first = choice.tokens() == 0;
        String said = shape.said(piece, first, ending);
        choice.add(said);
        if (!stream) {
            return;
        }
        begin();
        ObjectNode opening = first ? shape.opening(choice) : null;
        if (opening != null) {
            send(opening);
        }
        send(shape.piece(choice, said, engine == Engine.VLLM ? ending : null));
    }

    /** The choice has ended, and its last token said so or not. */
    void ended(Choice choice, boolean said) {
        if (stream && !(said && engine == Engine.VLLM)) {
            begin();
            send(shape.piece(choice, "", choice.finishReason()));
        }
    }

    void finish(List<Choice> choices, ObjectNode usage, @Nullable JsonNode transfer) {
        if (!stream) {
            exchange.json(200, JsonBytes.of(json, shape.whole(choices, usage, transfer)));
            return;
        }
        if (usageChunk) {
            send(shape.usage(usage));
        }
        exchange.done();
    }

    void fail(EngineError error) {
        if (exchange.isStreaming()) {
            send(errors.nested(error));
            exchange.done();
        } else {
            exchange.json(error.status(), JsonBytes.of(json, errors.answer(error)));
        }
    }

    private void send(ObjectNode chunk) {
        exchange.event(JsonBytes.of(json, chunk));
    }
}
