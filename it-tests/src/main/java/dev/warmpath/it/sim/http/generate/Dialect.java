package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.http.ErrorBody;
import dev.warmpath.it.sim.http.ResponseStore;
import dev.warmpath.it.sim.http.reply.GenerateReply;
import dev.warmpath.it.sim.http.reply.MessageReply;
import dev.warmpath.it.sim.http.reply.OpenAiReply;
import dev.warmpath.it.sim.http.reply.Reply;
import dev.warmpath.it.sim.http.reply.ReplyTo;
import dev.warmpath.it.sim.http.reply.ResponseReply;
import dev.warmpath.it.sim.http.reply.TokensReply;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.request.EngineRequest;
import dev.warmpath.it.sim.request.RequestParser;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What tells one generating endpoint from the next: how its bodies are read, how it answers, and how it refuses.
 *
 * @param refusal body of an error that comes before the request runs
 */
record Dialect(
        Reading reading, Function<ReplyTo, Reply> answer, BiFunction<ErrorBody, EngineError, ObjectNode> refusal) {

    /** Reads a body, on a thread that may take its time. */
    interface Reading {

        /**
         * The request of a body.
         *
         * @param rankHeader value of {@code X-Data-Parallel-Rank}, or null
         */
        EngineRequest read(byte[] body, @Nullable String rankHeader) throws EngineError;
    }

    static Dialect chat(RequestParser parser) {
        return new Dialect(parser::chat, to -> new OpenAiReply(to, true), ErrorBody::answer);
    }

    static Dialect completion(RequestParser parser) {
        return new Dialect(parser::completion, to -> new OpenAiReply(to, false), ErrorBody::answer);
    }

    static Dialect message(RequestParser parser) {
        return new Dialect(parser::message, MessageReply::new, ErrorBody::anthropic);
    }

    static Dialect response(RequestParser parser, ResponseStore store) {
        return new Dialect(
                (body, rank) -> parser.response(body, rank, store::conversation),
                to -> new ResponseReply(to, store),
                ErrorBody::nested);
    }

    static Dialect generate(RequestParser parser) {
        return new Dialect(parser::generate, GenerateReply::new, ErrorBody::bare);
    }

    static Dialect tokens(RequestParser parser) {
        return new Dialect(parser::tokens, TokensReply::new, ErrorBody::answer);
    }
}
