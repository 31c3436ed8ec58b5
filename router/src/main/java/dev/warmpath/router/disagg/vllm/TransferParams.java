package dev.warmpath.router.disagg.vllm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.warmpath.router.disagg.HandOffGap;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code kv_transfer_params} of a prefill answer, as the bytes that the engine wrote: its integers may pass 2^53 and
 * its floats be of any length, and a tree would write them anew. The answer is walked once and nothing of it is built;
 * beside one token it may hold the log probabilities of a long prompt.
 */
final class TransferParams {

    /**
     * What a decode leg must find. A released engine (vLLM 0.32) answers 500 and dies as a whole where the request's id
     * or the host is missing, and never answers where the engine's id is; so these are looked at, and nothing else is.
     * Releases before 0.13 did not have the request's id.
     */
    private static final Set<String> REQUIRED = Set.of(
            "do_remote_prefill",
            "remote_engine_id",
            "remote_request_id",
            "remote_host",
            "remote_port",
            "remote_block_ids");

    /** Only a parser with a table of names reads bytes as they are and can tell where it stands among them. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final byte[] answer;
    private int start;
    private int end;
    private HandOffGap gap = HandOffGap.ABSENT;
    private boolean complete;
    private boolean stopped;

    private TransferParams(byte[] answer) {
        this.answer = answer;
    }

    /**
     * Finds them.
     *
     * @throws IOException when the answer is not one JSON object
     */
    static TransferParams read(byte[] answer) throws IOException {
        TransferParams params = new TransferParams(answer);
        try (JsonParser json = JSON.createParser(answer)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (VllmPrefill.PARAMS.equals(name)) {
                    params.take(json, value);
                } else if ("choices".equals(name) && value == JsonToken.START_ARRAY) {
                    params.choices(json);
                } else {
                    json.skipChildren();
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
                throw new IOException("more than an object");
            }
        }
        return params;
    }

    private void take(JsonParser json, JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            gap = value == JsonToken.VALUE_NULL ? HandOffGap.NULL : HandOffGap.UNUSABLE;
            json.skipChildren();
            return;
        }
        // The parser stands just behind a brace that it has told of; it keeps no place for the start of such a token.
        start = (int) json.currentLocation().getByteOffset() - 1;
        Set<String> needed = new HashSet<>(REQUIRED);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken member = json.nextToken();
            if (member != JsonToken.VALUE_NULL && member != JsonToken.VALUE_FALSE) {
                needed.remove(name);
            }
            json.skipChildren();
        }
        gap = HandOffGap.INCOMPLETE;
        complete = needed.isEmpty();
        end = (int) json.currentLocation().getByteOffset();
        if (start < 0 || answer[start] != '{' || answer[end - 1] != '}') {
            throw new IOException("not in UTF-8");
        }
    }

    private void choices(JsonParser json) throws IOException {
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            if (item == JsonToken.START_OBJECT) {
                choice(json);
            } else if (item == null) {
                throw new IOException("a list without an end");
            } else {
                json.skipChildren();
            }
        }
    }

    private void choice(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean reason = "finish_reason".equals(json.currentName());
            JsonToken value = json.nextToken();
            stopped |= reason && value == JsonToken.VALUE_STRING && "stop".equals(json.getText());
            json.skipChildren();
        }
    }

    /** One JSON object, or null where there is none that a decode leg may be given. */
    byte @Nullable [] text() {
        return !complete ? null : Arrays.copyOfRange(answer, start, end);
    }

    /** Why there is none. An engine keeps no blocks for a request that its own first token has ended. */
    HandOffGap gap() {
        return stopped ? HandOffGap.STOPPED : gap;
    }
}
