package dev.warmpath.router.poll;

import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.remote.WorkerCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;

/** The ways in which engines are asked for their load. */
enum Question {
    /** vLLM's scrape page. Read as it comes, because it may be long. */
    METRICS("/metrics") {
        @Override
        Future<RankTotals> ask(Vertx vertx, WorkerCall calls, Worker worker, Duration timeout) {
            MetricsScan scan = new MetricsScan();
            return calls.send(where(worker), NOTHING, timeout, part -> scan.take(part.getBytes()))
                    .map(whole -> scan.end());
        }
    },
    /** SGLang's load report: the parts of it that are counted. */
    LOADS("/v1/loads?include=core,disagg") {
        @Override
        Future<RankTotals> ask(Vertx vertx, WorkerCall calls, Worker worker, Duration timeout) {
            return parse(vertx, calls.send(where(worker), NOTHING, timeout), LoadsAnswer::loads);
        }
    },
    /** The report of SGLang releases that have no {@code /v1/loads}. */
    GET_LOAD("/get_load") {
        @Override
        Future<RankTotals> ask(Vertx vertx, WorkerCall calls, Worker worker, Duration timeout) {
            return parse(vertx, calls.send(where(worker), NOTHING, timeout), LoadsAnswer::getLoad);
        }
    };

    private static final Buffer NOTHING = Buffer.buffer();

    private final String path;

    Question(String path) {
        this.path = path;
    }

    /** What is asked for. */
    String path() {
        return path;
    }

    /** Asks once; fails with {@link Unreadable} where the answer tells no load. */
    abstract Future<RankTotals> ask(Vertx vertx, WorkerCall calls, Worker worker, Duration timeout);

    RequestOptions where(Worker worker) {
        return WorkerCall.to(worker, HttpMethod.GET, path);
    }

    /** How an answer is read. */
    private interface Reader {
        RankTotals read(byte[] answer) throws IOException;
    }

    /** Off the event loop, because a report may be as long as it is allowed to be. */
    private static Future<RankTotals> parse(Vertx vertx, Future<Buffer> answer, Reader reader) {
        return answer.compose(whole -> vertx.executeBlocking(() -> reader.read(whole.getBytes()), false));
    }
}
