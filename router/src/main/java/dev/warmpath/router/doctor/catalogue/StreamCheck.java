package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with the event streams. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum StreamCheck implements CheckName {
    NO_EVENT_ENDPOINT(new CheckText(
            "A worker has no `kv_events`, so nothing is known of its cache and it is chosen by load alone",
            "`stream.reason` is `no_endpoint` in `GET /admin/workers`",
            "SGLang decode workers keep no prefixes unless told to, and announce none: no decode worker of the model has"
                    + " an endpoint",
            "Let the engine publish (SGLang and vLLM: `--kv-events-config`) and give the worker"
                    + " `kv_events.endpoint`")),
    ENDPOINT_UNREACHABLE(new CheckText(
            "Nobody answers at a rank's event endpoint, or the connection was lost; what is known of its cache ages",
            "`nc -z HOST PORT` from the router's machine; `stream.state` is `connecting`",
            "the router or the engine has started within the last seconds",
            "Compare `kv_events.endpoint` with the engine's flag (rank r is on port + r), and see that the port is open"
                    + " between the two")),
    WILDCARD_ADDRESS(new CheckText(
            "An event endpoint was written with a wildcard host (`tcp://*:5557`), as engines bind it: nobody can connect to"
                    + " that, so the worker's own host is used. Or a worker has no `kv_events`, and its engine says that it"
                    + " publishes at such an address",
            "`kv_events` in the configuration or the registration, against `stream.endpoint` and `detection.publisher` in"
                    + " `GET /admin/workers`",
            "`kv_events.bind`: there the router binds, and a wildcard is right. Engines bind wildcards too; that matters only"
                    + " where the address was copied, or where no other is configured",
            "Write the address at which the router reaches the publisher into `kv_events.endpoint`")),
    WRONG_TOPIC(new CheckText(
            "Events are published at the endpoint, but under another topic than `kv_events.topic`: none of them arrives",
            "`stream.other_topic` in `GET /admin/workers`, or the router's log",
            "topics are prefixes: `kv` takes `kv-events`, and an empty topic takes all",
            "Set `kv_events.topic` to the engine's `topic`, or leave it out")),
    EVENTS_OFF(new CheckText(
            "A stream is connected and requests have filled the cache, but not one event has ever come",
            "`stream.batches` is 0 in `GET /admin/workers` while `requests` come and go; the engine's log says whether"
                    + " its publisher is on",
            "all prompts were cached already or are shorter than a block, so that there was nothing to announce",
            "Turn the publisher on: the publisher in `--kv-events-config` must be `zmq`, and prefix caching must not be"
                    + " off")),
    ONLY_FIRST_RANK_PUBLISHES(new CheckText(
            "Of a worker with several ranks only the first publishes; the others are chosen by load alone",
            "`stream.batches` of rank 0 grows, that of its siblings stays 0 under load",
            "the other ranks have had no requests yet",
            "Set `dp_size` to the ranks that the engine really has; update an engine whose other ranks do not publish,"
                    + " or give each node's ranks their own `endpoints`")),
    STREAM_SILENT(new CheckText(
            "Events came, and have stopped while requests go on; the view is frozen while the cache turns over",
            "`stream.state` is `silent`; `stream.last_event_age_ms` grows under load",
            "no requests come, or all they ask for is cached",
            "Look at the engine's log for its publisher; a firewall that drops idle connections is another cause")),
    REPLAY_MISSING(new CheckText(
            "A stream has no replay endpoint: lost batches stay lost, and what was cached before the router started"
                    + " stays unknown",
            "`kv_events.replay` is not in the worker's configuration",
            "the router binds (`kv_events.bind`): such publishers offer no replay",
            "Give the engine a replay endpoint (`replay_endpoint` in `--kv-events-config`) and name it in"
                    + " `kv_events.replay`")),
    GAPS_UNREPAIRED(new CheckText(
            "Batches were lost and could not be replayed; blocks are credited that are gone, or missed that are there",
            "`stream.lost` in `GET /admin/workers`, `warmpath_stream_lost_total`",
            "`gaps` grows and `lost` does not: a replay filled them",
            "Raise the engine's `buffer_steps` and `hwm`, and see that the replay endpoint answers")),
    JOINED_LATE(new CheckText(
            "The router began to listen after the engine had begun to publish, and could not replay what it missed:"
                    + " older blocks are not credited",
            "`stream.reason` is `joined_late`",
            "a replay endpoint told the history: the reason is `contiguous`",
            "Give the worker a replay endpoint with room for its history; otherwise the view fills up as the cache turns"
                    + " over, or at once after a flush of the engine's cache")),
    PUBLISHER_RESTARTED(new CheckText(
            "A publisher began anew within the last minutes: its rank's view was dropped and is being learned again",
            "`stream.restarts` has grown; so has the engine's uptime begun anew",
            "the worker was restarted on purpose; the warning goes by itself",
            "If nobody restarted the engine, look in its log for a crash")),
    EVENTS_LAG(new CheckText(
            "Events are applied seconds after they were published: what the engine has just cached is not credited yet",
            "`stream.lag_ms` against `stream.least_lag_ms` in `GET /admin/workers`, `warmpath_stream_lag_seconds`",
            "both are large and alike: the clocks differ (`clock_odd`)",
            "See what keeps the router's machine or the publisher busy; raise `events.threads` when many ranks publish"
                    + " at once")),
    CLOCK_ODD(new CheckText(
            "Even the quickest events seem to take longer than a second, or to come from the future: the worker's clock and"
                    + " the router's differ, and lags and ages cannot be read",
            "`stream.least_lag_ms` in `GET /admin/workers`; `date` on both machines",
            "a lag that comes and goes (`events_lag`)",
            "Synchronise the clocks (NTP); if they agree, the publisher is late with all it says")),
    RANK_MISMATCH(new CheckText(
            "Payloads name another rank than the one whose endpoint they come from; the endpoint is believed",
            "`stream.rank_mismatches`",
            "the engine counts its ranks from 0 on each node, and `dp_start` is set for this one",
            "Check the order of `endpoints`, `dp_start` and the ports of each rank: credits may go to the wrong rank")),
    PORTS_OVERLAP(new CheckText(
            "Two ranks' event or replay ports are the same, because each rank adds its number to a first port",
            "compare `endpoint` + rank with `replay` + rank over all ranks of one host",
            "the same port on different hosts",
            "Move the first replay port at least `dp_size` ports away from the first event port")),
    UNREADABLE_EVENTS(new CheckText(
            "Batches or events could not be read, so the view lacks what they said",
            "`stream.rejected` by reason, `stream.frame_errors`, `stream.sink_failures`",
            "`other_group` and `remote`: blocks that are known and deliberately not indexed",
            "See that this is an engine's KV event port at all, and whether the engine's version is newer than this"
                    + " router knows"));

    private final CheckText text;

    StreamCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
