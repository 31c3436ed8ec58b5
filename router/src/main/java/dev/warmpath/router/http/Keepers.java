package dev.warmpath.router.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.warmpath.config.settings.ResponseSettings;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which worker keeps which response. An engine holds what it answered with {@code store} in its own memory, under an id
 * that it made up; whoever asks for that response, or continues it, has to come back to the same worker. So the ids are
 * read off the answers that go by and remembered for a while: in this process only, so that neither a restart nor another
 * router in front of the same fleet knows of them.
 */
public final class Keepers {

    /** Who answered. */
    record Keeper(String worker, String model) {}

    private static final String PREVIOUS = "previous_response_id";

    private static final byte[] NAME = "\"id\"".getBytes(StandardCharsets.US_ASCII);

    /** Of an answer's beginning; engines write the id first, or behind a word or two. */
    private static final int WINDOW = 4 << 10;

    private static final int LONGEST_ID = 128;

    private final Cache<String, Keeper> byId;

    /** Remembers nothing yet. */
    public Keepers(ResponseSettings settings, MeterRegistry registry) {
        this(settings, registry, Ticker.systemTicker());
    }

    Keepers(ResponseSettings settings, MeterRegistry registry, Ticker ticker) {
        Counter full = forgotten(registry, "full");
        Counter expired = forgotten(registry, "expired");
        this.byId = Caffeine.newBuilder()
                .maximumSize(settings.maxRemembered())
                .expireAfterAccess(settings.rememberedFor())
                .ticker(ticker)
                // A few look-ups at a time: not worth another thread.
                .executor(Runnable::run)
                .evictionListener((@Nullable String id, @Nullable Keeper keeper, RemovalCause cause) ->
                        (cause == RemovalCause.SIZE ? full : expired).increment())
                .build();
        Gauge.builder("warmpath.responses.remembered", byId, Cache::estimatedSize)
                .description("Responses whose workers are remembered")
                .strongReference(true)
                .register(registry);
    }

    private static Counter forgotten(MeterRegistry registry, String reason) {
        return Counter.builder("warmpath.responses.forgotten")
                .description("Responses whose workers are not remembered any more: full (others came) or expired")
                .tag("reason", reason)
                .register(registry);
    }

    /** Looks for the id at the beginning of an answer: a response, or the first event of its stream. */
    void answered(Buffer beginning, String worker, String model) {
        String id = idIn(beginning);
        if (id != null) {
            byId.put(id, new Keeper(worker, model));
        }
    }

    /**
     * The worker that a request has to go to because it continues a response; null where it continues none.
     *
     * @throws ErrorAnswer.Failure nobody knows who keeps that response
     */
    public @Nullable String previous(Endpoint endpoint, JsonBody body, FleetView fleet) throws ErrorAnswer.Failure {
        return endpoint == Endpoint.RESPONSES && body.hasValue(PREVIOUS)
                ? find(body.text(PREVIOUS), fleet, PREVIOUS).worker()
                : null;
    }

    /**
     * Who keeps the response of this id.
     *
     * @param param the member that names it, or null where the path does
     * @throws ErrorAnswer.Failure nobody knows, or not any more
     */
    Keeper find(@Nullable String id, FleetView fleet, @Nullable String param) throws ErrorAnswer.Failure {
        if (id != null && isId(id)) {
            Keeper known = byId.getIfPresent(id);
            Keeper one = known == null ? only(fleet) : known;
            if (one != null) {
                return one;
            }
        }
        throw ErrorAnswer.responseUnknown(param).asFailure();
    }

    /** The one worker that can have answered, where there is but one: nothing has to be remembered then. */
    private static @Nullable Keeper only(FleetView fleet) {
        List<Worker> answering = fleet.answering();
        if (answering.size() != 1) {
            return null;
        }
        Worker one = answering.get(0);
        return new Keeper(one.id(), one.settings().models().get(0));
    }

    /** Whether something could be an id: what is put into a path of a worker. */
    static boolean isId(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ID || text.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** The first member of that name. What a client wrote stands behind it, and escapes its quotes. */
    private static @Nullable String idIn(Buffer beginning) {
        int end = Math.min(beginning.length(), WINDOW);
        for (int at = 0; at + NAME.length < end; at++) {
            if (startsAt(beginning, at)) {
                return textBehind(beginning, at + NAME.length, end);
            }
        }
        return null;
    }

    private static boolean startsAt(Buffer bytes, int at) {
        for (int i = 0; i < NAME.length; i++) {
            if (bytes.getByte(at + i) != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String textBehind(Buffer bytes, int from, int end) {
        int start = from;
        while (start < end && (bytes.getByte(start) == ':' || bytes.getByte(start) == ' ')) {
            start++;
        }
        if (start == end || bytes.getByte(start) != '"') {
            return null;
        }
        int stop = start + 1;
        while (stop < end && bytes.getByte(stop) != '"') {
            stop++;
        }
        String id = bytes.getString(start + 1, stop, StandardCharsets.US_ASCII.name());
        return stop < end && isId(id) ? id : null;
    }
}
