package dev.warmpath.it.sim.pd.meet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.pd.meet.MeetingPlace.Guest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server on a prefill worker's bootstrap port. A decode worker posts {@code {"key", "rank"}} to
 * {@value #PATH} and gets its answer when the KV is there; closing the connection is leaving. The message is the
 * simulator's own: engines talk to each other in ways that no router sees.
 */
public final class BootstrapServer {

    static final String PATH = "/kv";

    /** Where routers ask for the ranks' names in Mooncake's transfers. */
    private static final String QUERY = "/query";

    private static final int MAX_BODY = 4_096;
    private static final int MAX_WAITING = 10_000;

    private final ObjectMapper json;
    private final MeetingPlace place;
    private final String engine;
    private final int firstRank;
    private final int ranks;
    private final HttpServer server;
    private boolean frozen;

    /**
     * A server that does not listen yet.
     *
     * @param engine name of the engine in transfers
     */
    public BootstrapServer(
            Vertx vertx, ObjectMapper json, MeetingPlace place, String engine, int firstRank, int ranks) {
        this.json = json;
        this.place = place;
        this.engine = engine;
        this.firstRank = firstRank;
        this.ranks = ranks;
        this.server = vertx.createHttpServer().requestHandler(this::handle);
    }

    /** Listens; call on the engine's context. */
    public Future<?> listen(String host, int port) {
        return server.listen(port, host);
    }

    public Future<?> close() {
        return server.close();
    }

    /** While frozen nobody is answered who comes anew. */
    public void freeze(boolean on) {
        frozen = on;
    }

    private void handle(HttpServerRequest request) {
        if (frozen) {
            return;
        }
        if (HttpMethod.POST.equals(request.method()) && PATH.equals(request.path())) {
            request.body().onSuccess(body -> arrive(request, body));
        } else if (HttpMethod.GET.equals(request.method()) && QUERY.equals(request.path())) {
            query(request.response());
        } else {
            fail(request.response(), 404);
        }
    }

    /** Mooncake: the name of each rank in transfers. */
    private void query(HttpServerResponse response) {
        ObjectNode engines = json.createObjectNode();
        for (int rank = firstRank; rank < firstRank + ranks; rank++) {
            engines.putObject(Integer.toString(rank)).put("engine_id", TransferName.of(engine, rank));
        }
        response.putHeader("content-type", "application/json").end(engines.toString());
    }

    private void arrive(HttpServerRequest request, Buffer body) {
        HttpServerResponse response = request.response();
        JsonNode call = parse(body);
        String key = call == null ? null : call.path("key").textValue();
        if (call == null || key == null) {
            fail(response, 400);
            return;
        }
        int rank = call.path("rank").isInt() ? call.path("rank").intValue() : followRoom(key);
        Meeting meeting = new Meeting(rank, key);
        WaitingDecode guest = new WaitingDecode(response);
        response.closeHandler(closed -> place.leave(meeting, guest));
        String name = call.path("engine").textValue();
        if (name != null && !name.equals(TransferName.of(engine, rank))) {
            // An engine takes a new name in every life: what was told about an earlier one leads nowhere.
            fail(response, 404);
            return;
        }
        boolean waits = call.path("waits").asBoolean(true);
        if (place.waiting() >= MAX_WAITING || !place.arrive(meeting, guest, waits)) {
            fail(response, waits ? 409 : 404);
        }
    }

    private @Nullable JsonNode parse(Buffer body) {
        if (body.length() > MAX_BODY) {
            return null;
        }
        try {
            return json.readTree(body.getBytes());
        } catch (IOException e) {
            return null;
        }
    }

    /** SGLang's {@code follow_bootstrap_room}: without a word about the rank it follows from the room. */
    private int followRoom(String key) {
        try {
            return firstRank + (int) (Long.parseLong(key) % ranks);
        } catch (NumberFormatException e) {
            return firstRank;
        }
    }

    private static void fail(HttpServerResponse response, int status) {
        response.setStatusCode(status).end();
    }

    /** A decode worker's open call. */
    private static final class WaitingDecode implements Guest {

        private final HttpServerResponse response;

        WaitingDecode(HttpServerResponse response) {
            this.response = response;
        }

        @Override
        public boolean isHere() {
            return !response.closed() && !response.ended();
        }

        @Override
        public void deliver(Handover handover) {
            response.putHeader("content-type", "application/json")
                    .end("{\"tokens\":" + handover.tokens() + ",\"fingerprint\":" + handover.fingerprint() + "}");
        }
    }
}
