package dev.warmpath.router.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Arrays;

/** The body of an answer of {@code /tokenize}: an object with {@code tokens} in it, alike in both engines. */
record TokenizeAnswer(Buffer body) implements RemoteTokenizer.Answer {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public int[] ids() throws IOException {
        try (JsonParser json = JSON.createParser(body.getBytes())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("/tokenize answered no object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean tokens = "tokens".equals(json.currentName());
                JsonToken value = json.nextToken();
                if (tokens && value == JsonToken.START_ARRAY) {
                    return ids(json);
                }
                json.skipChildren();
            }
            throw new IOException("/tokenize answered without tokens");
        }
    }

    private static int[] ids(JsonParser json) throws IOException {
        int[] ids = new int[1024];
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            long id = json.getLongValue();
            if (id < 0 || id > 0xffff_ffffL) {
                throw new IOException("/tokenize answered an id that is no unsigned 32-bit number");
            }
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = (int) id;
        }
        return Arrays.copyOf(ids, count);
    }
}
