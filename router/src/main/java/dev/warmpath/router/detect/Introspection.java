package dev.warmpath.router.detect;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.EngineFinding.Account;
import dev.warmpath.router.fleet.worker.EngineState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import dev.warmpath.router.tls.HandshakeFaults;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks one worker which engine it runs: the surest question first, and the next one where an answer says nothing. A worker
 * that cannot be reached, is not ready, or refuses its credentials, is asked no further.
 */
final class Introspection {

    private static final String SERVER_INFO = "/server_info";

    /** A question, and what its answer says of the engine. */
    private record Question(String path, Function<EngineAnswer, @Nullable Engine> says) {}

    private static final List<Question> QUESTIONS = List.of(
            new Question("/v1/models", EngineAnswer::ownerOfModels),
            new Question(SERVER_INFO, EngineAnswer::ofServerInfo),
            new Question("/get_server_info", EngineAnswer::ofServerInfo),
            new Question("/model_info", EngineAnswer::ofModelInfo),
            new Question("/get_model_info", EngineAnswer::ofModelInfo),
            new Question("/version", EngineAnswer::ofVersion));

    /** SGLang's own account of how it was started, newest name first. */
    private static final List<String> ACCOUNTS = List.of(SERVER_INFO, "/get_server_info");

    private final WorkerCall calls;
    private final Worker worker;
    private final Duration timeout;

    /** @param timeout of each question */
    Introspection(WorkerCall calls, Worker worker, Duration timeout) {
        this.calls = calls;
        this.worker = worker;
        this.timeout = timeout;
    }

    /** Never fails. */
    Future<EngineFinding> run() {
        return ask(0, new StringBuilder());
    }

    private Future<EngineFinding> ask(int at, StringBuilder said) {
        if (at == QUESTIONS.size()) {
            return Future.succeededFuture(EngineFinding.unknown(EngineState.UNRECOGNISED, said.toString()));
        }
        Question question = QUESTIONS.get(at);
        return get(question.path())
                .compose(
                        answer -> {
                            Engine engine = question.says().apply(answer);
                            if (engine != null) {
                                return account(engine, question.path());
                            }
                            note(said, question.path() + " says nothing of the engine");
                            return ask(at + 1, said);
                        },
                        failed -> {
                            if (!(failed instanceof WorkerCall.Refused refused)) {
                                return Future.succeededFuture(EngineFinding.unknown(
                                        EngineState.UNREACHABLE, question.path() + ": " + fault(failed)));
                            }
                            String words = String.valueOf(refused.getMessage());
                            if (refused.status() == 401 || refused.status() == 403) {
                                return Future.succeededFuture(EngineFinding.unknown(EngineState.UNAUTHORISED, words));
                            }
                            if (refused.status() >= 500) {
                                return Future.succeededFuture(EngineFinding.unknown(EngineState.UNREACHABLE, words));
                            }
                            note(said, words);
                            return ask(at + 1, said);
                        });
    }

    private Future<EngineAnswer> get(String path) {
        return calls.send(WorkerCall.to(worker, HttpMethod.GET, path), Buffer.buffer(), timeout)
                .map(body -> EngineAnswer.read(body.getBytes()));
    }

    private static String fault(Throwable failed) {
        String handshake = HandshakeFaults.of(failed);
        return handshake == null ? String.valueOf(failed.getMessage()) : handshake;
    }

    private static void note(StringBuilder said, String words) {
        said.append(said.isEmpty() ? "" : "; ").append(words);
    }

    /** The engine is known; it has said which one it is, and need not say more. */
    private Future<EngineFinding> account(Engine engine, String path) {
        return engine == Engine.SGLANG
                ? get(ACCOUNTS.get(0))
                        .recover(failed -> get(ACCOUNTS.get(1)))
                        .otherwise(EngineAnswer.NOTHING)
                        .map(told -> found(engine, path, told, new Account(told.version(), told.publisher())))
                : get("/version")
                        .otherwise(EngineAnswer.NOTHING)
                        .compose(version -> get("/kv_event_sources")
                                .otherwise(EngineAnswer.NOTHING)
                                .map(sources -> new Account(version.version(), sources.firstSource())))
                        .map(account -> found(engine, path, EngineAnswer.NOTHING, account));
    }

    private EngineFinding found(Engine engine, String path, EngineAnswer told, Account account) {
        return EngineFinding.detected(engine, path, account, Mismatches.of(engine, told, worker.settings()));
    }
}
