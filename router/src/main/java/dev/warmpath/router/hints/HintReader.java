package dev.warmpath.router.hints;

import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.choice.Rendezvous;
import io.vertx.core.MultiMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads hints off a request: a few look-ups of headers and top-level members. */
public final class HintReader {

    private final HintSettings settings;
    private final HintMetrics metrics;

    public HintReader(HintSettings settings, HintMetrics metrics) {
        this.settings = settings;
        this.metrics = metrics;
    }

    /** The same of a request that is to be served: it is counted. */
    public Hints take(JsonBody body, MultiMap headers, @Nullable String client) {
        Hints hints = read(body, headers, client);
        metrics.said(hints.retention());
        return hints;
    }

    /**
     * What the request says.
     *
     * @param client name of its key, or null where keys are not needed: what two clients call the same is not the same
     *     session
     */
    public Hints read(JsonBody body, MultiMap headers, @Nullable String client) {
        Retention retention = CacheHints.read(body);
        if (settings.sessions() == SessionMode.NONE || retention == Retention.OPT_OUT) {
            return retention == Retention.UNSAID ? Hints.NONE : new Hints(retention, 0);
        }
        String session = session(body, headers);
        // A key's name has no blank, so no two pairs of client and session are one text.
        long number = session == null ? 0 : Rendezvous.number((client == null ? "" : client) + ' ' + session);
        return new Hints(retention, number);
    }

    private @Nullable String session(JsonBody body, MultiMap headers) {
        List<String> names = settings.sessionHeaders();
        for (int i = 0; i < names.size(); i++) {
            String value = headers.get(names.get(i));
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        List<String> members = settings.sessionMembers();
        for (int i = 0; i < members.size(); i++) {
            String value = body.shortText(members.get(i));
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return null;
    }
}
