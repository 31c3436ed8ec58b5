package dev.warmpath.router.observe.fleet;

/** What a scrape tells of workers, ranks and their streams: one series per worker or rank that is in the fleet now. */
enum FleetMeter {
    STREAM_STATE(
            Kind.GAUGE, "warmpath_stream_state", "1 for the state that a rank's event stream is in, 0 for the others"),
    STREAM_REASON(Kind.GAUGE, "warmpath_stream_reason", "1 for the reason of a rank's stream state; no row for others"),
    STREAM_LAST_SEQUENCE(Kind.GAUGE, "warmpath_stream_last_sequence", "Sequence number of the last batch applied"),
    STREAM_BUFFERED(Kind.GAUGE, "warmpath_stream_buffered", "Batches that wait for a replay now"),
    STREAM_LAST_EVENT_AGE(Kind.GAUGE, "warmpath_stream_last_event_age_seconds", "Time since the last batch"),
    STREAM_LAG(
            Kind.GAUGE,
            "warmpath_stream_lag_seconds",
            "Publishing to applying of the last batch; as good as the clocks"),
    STREAM_BATCHES(Kind.COUNTER, "warmpath_stream_batches", "Event batches applied"),
    STREAM_GAPS(Kind.COUNTER, "warmpath_stream_gaps", "Times that a sequence number was skipped"),
    STREAM_MISSING(
            Kind.COUNTER,
            "warmpath_stream_missing",
            "Batches that were skipped, whether or not a replay brought them later"),
    STREAM_LOST(Kind.COUNTER, "warmpath_stream_lost", "Batches that never came, replays included"),
    STREAM_DUPLICATES(Kind.COUNTER, "warmpath_stream_duplicates", "Batches left out because they were applied already"),
    STREAM_REPLAYS(Kind.COUNTER, "warmpath_stream_replays", "Replays asked for"),
    STREAM_REPLAYS_FAILED(Kind.COUNTER, "warmpath_stream_replays_failed", "Replays given up"),
    STREAM_CONNECTS(Kind.COUNTER, "warmpath_stream_connects", "Transport connections made"),
    STREAM_SINK_FAILURES(
            Kind.COUNTER, "warmpath_stream_sink_failures", "Events that the rank's view refused with an exception"),
    STREAM_RESTARTS(Kind.COUNTER, "warmpath_stream_restarts", "Times that the publisher began anew"),
    STREAM_EVENTS(Kind.COUNTER, "warmpath_stream_events", "Events applied, by type"),
    STREAM_REJECTED(Kind.COUNTER, "warmpath_stream_rejected", "Events not used, by reason"),
    STREAM_FRAME_ERRORS(Kind.COUNTER, "warmpath_stream_frame_errors", "Messages that are not topic, sequence, payload"),
    STREAM_RANK_MISMATCHES(
            Kind.COUNTER,
            "warmpath_stream_rank_mismatches",
            "Batches whose payload claims another rank than the socket's"),
    WORKER_HEALTH(Kind.GAUGE, "warmpath_worker_health", "1 for what probes say of a worker, 0 for the other states"),
    WORKER_ENGINE(
            Kind.GAUGE, "warmpath_worker_engine", "1 for what is known of a worker's engine, 0 for the other states"),
    WORKER_MISMATCHES(
            Kind.GAUGE, "warmpath_worker_mismatches", "Keys of a worker's configuration that its engine contradicts"),
    WORKER_DRAINING(Kind.GAUGE, "warmpath_worker_draining", "1 while an operator takes a worker out of service"),
    WORKER_BREAKER_STATE(
            Kind.GAUGE,
            "warmpath_worker_breaker_state",
            "1 for the state of the breaker of a worker's connections, 0 for the others"),
    WORKER_BOOTSTRAP_UP(
            Kind.GAUGE,
            "warmpath_worker_bootstrap_up",
            "1 while a prefill worker's bootstrap server tells its transfer names, 0 while it does not"),
    WORKER_LOAD_POLL(
            Kind.GAUGE,
            "warmpath_worker_load_poll",
            "1 for how the last question for a worker's own load went, 0 for the other states; only where it is asked"),
    TARGET_BREAKER_STATE(
            Kind.GAUGE,
            "warmpath_target_breaker_state",
            "1 for the state of the breaker of a target's answers, 0 for the others"),
    TARGET_ELIGIBLE(Kind.GAUGE, "warmpath_target_eligible", "1 while a target may be chosen"),
    TARGET_TRUST(
            Kind.GAUGE,
            "warmpath_target_trust",
            "How far a rank's view is believed, 0 to 1: its stream's trust times feedback's"),
    FEEDBACK_TRUST(
            Kind.GAUGE,
            "warmpath_feedback_trust",
            "How far a rank's predictions come true, 0 to 1, by its own answers"),
    FEEDBACK_REASON(
            Kind.GAUGE,
            "warmpath_feedback_reason",
            "1 for what a rank's answers say of its predictions; no row for others"),
    TARGET_BLOCKS(Kind.GAUGE, "warmpath_target_blocks", "Blocks that a rank holds, by tier"),
    TARGET_LEARNED_BLOCKS(
            Kind.GAUGE, "warmpath_target_learned_blocks", "Blocks that a rank's answers proved and no event announced"),
    TARGET_BLOCK_SIZE_STATE(
            Kind.GAUGE,
            "warmpath_target_block_size_state",
            "1 for what is known of a rank's block size, 0 for the others"),
    TARGET_BLOCKS_REFUSED(
            Kind.COUNTER, "warmpath_target_blocks_refused", "Blocks that the index did not take up, by reason"),
    TARGET_BLOCKS_UNMATCHABLE(
            Kind.COUNTER,
            "warmpath_target_blocks_unmatchable",
            "Blocks that were announced and that no request can match, by reason"),
    TARGET_ORPHANS_WAITING(
            Kind.GAUGE,
            "warmpath_target_orphans_waiting",
            "Stored blocks that wait for a parent no event has announced"),
    TARGET_REQUESTS(Kind.GAUGE, "warmpath_target_requests", "Legs that have not ended"),
    TARGET_INFLIGHT_BLOCKS(Kind.GAUGE, "warmpath_target_inflight_blocks", "Load of legs that have not ended"),
    TARGET_RECENT_BLOCKS(
            Kind.GAUGE,
            "warmpath_target_recent_blocks",
            "Load remembered from recent bookings, which a leg that only decodes adds nothing to"),
    CLUSTER_TARGET_REQUESTS(
            Kind.GAUGE,
            "warmpath_cluster_target_requests",
            "Legs that other routers have on a target and that have not ended"),
    CLUSTER_TARGET_BLOCKS(
            Kind.GAUGE,
            "warmpath_cluster_target_blocks",
            "Load of a target, in flight and recent, that other routers put there"),
    TARGET_ENGINE_REQUESTS(
            Kind.GAUGE,
            "warmpath_target_engine_requests",
            "Requests that a rank's engine says it has, running or waiting; no row while that is not known"),
    TARGET_ENGINE_KV_USAGE(
            Kind.GAUGE,
            "warmpath_target_engine_kv_usage",
            "Share of its KV cache that a rank's engine says is in use, 0 to 1; no row while that is not known"),
    TARGET_ENGINE_LOAD_AGE(
            Kind.GAUGE, "warmpath_target_engine_load_age_seconds", "Time since a rank's engine last told its load"),
    TARGET_ENGINE_DISAGREEMENT(
            Kind.GAUGE,
            "warmpath_target_engine_disagreement_seconds",
            "How long a rank's engine and the router have counted its requests otherwise; 0 while they agree");

    /** How Prometheus is to read the values. */
    enum Kind {
        GAUGE,
        /** Only grows while its worker stays; written with {@code _total} behind its name. */
        COUNTER
    }

    private final Kind kind;
    private final String metric;
    private final String help;

    FleetMeter(Kind kind, String metric, String help) {
        this.kind = kind;
        this.metric = metric;
        this.help = help;
    }

    Kind kind() {
        return kind;
    }

    /** Without the {@code _total} of counters. */
    String metric() {
        return metric;
    }

    String help() {
        return help;
    }
}
