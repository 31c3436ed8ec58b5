package dev.warmpath.router.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.prompt.PromptReading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** Answers request bodies, one per line, with the tokens that the router would make of them, one line each. */
final class TokenLines {

    /** What the pipeline calls the one model that it has; requests may name any. */
    static final String MODEL = "model";

    /** ASCII only, so that no locale can change what is written. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final PromptPipeline prompts;
    private final Engine engine;
    private final PrintWriter out;

    TokenLines(PromptPipeline prompts, Engine engine, PrintWriter out) {
        this.prompts = prompts;
        this.engine = engine;
        this.out = out;
    }

    /**
     * Answers until the input ends, each line before the next is read, so that a program can hold a dialogue. Blank lines
     * are passed over.
     *
     * @return whether every request has tokens
     */
    boolean answer(InputStream requests) throws IOException {
        boolean all = true;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = requests.read(); next >= 0 || line.size() > 0; next = requests.read()) {
            if (next >= 0 && next != '\n') {
                line.write(next);
                continue;
            }
            // A line without a value is none; what else is no JSON is told so.
            if (!line.toString(StandardCharsets.ISO_8859_1).isBlank()) {
                all &= answerLine(line.toByteArray());
            }
            line.reset();
        }
        return all;
    }

    private boolean answerLine(byte[] body) throws IOException {
        StringWriter written = new StringWriter();
        boolean tokens;
        try (JsonGenerator json = JSON.createGenerator(written)) {
            json.writeStartObject();
            tokens = write(body, json);
            json.writeEndObject();
        }
        out.println(written);
        out.flush();
        return tokens;
    }

    private boolean write(byte[] body, JsonGenerator json) throws IOException {
        try {
            PromptReading reading = prompts.read(request(body), engine).join();
            if (reading instanceof PromptReading.Tokens tokens) {
                writeTokens(tokens, json);
                return true;
            }
            PromptReading.Unhashed unhashed = (PromptReading.Unhashed) reading;
            json.writeStringField("unhashed", unhashed.reason().key());
            json.writeStringField("detail", unhashed.detail());
        } catch (BadRequest e) {
            json.writeStringField("error", e.message());
            json.writeStringField("param", e.param());
        }
        return false;
    }

    private static void writeTokens(PromptReading.Tokens tokens, JsonGenerator json) throws IOException {
        json.writeFieldName("tokens");
        json.writeStartArray();
        for (int id : tokens.ids()) {
            // Ids are unsigned.
            json.writeNumber(Integer.toUnsignedLong(id));
        }
        json.writeEndArray();
        json.writeStringField("text", tokens.text());
    }

    private static GenerationRequest request(byte[] line) throws BadRequest {
        JsonBody body = JsonBody.parse(line);
        Endpoint endpoint = body.hasValue("messages") ? Endpoint.CHAT_COMPLETIONS : Endpoint.COMPLETIONS;
        GenerationRequest read = GenerationRequest.read(endpoint, body);
        return new GenerationRequest(endpoint, body, MODEL, null, read.stream(), read.batch(), read.choices());
    }
}
