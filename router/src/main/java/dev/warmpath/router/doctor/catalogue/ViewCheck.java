package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with what is known of the caches. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum ViewCheck implements CheckName {
    BLOCK_SIZE_MISMATCH(new CheckText(
            "A worker's events carry another block size than `block_size`; it counts as a full miss",
            "`block_size_state` is `mismatch` in `GET /admin/workers`",
            "vLLM's partial blocks: single smaller blocks beside those of the configured size",
            "Set `block_size` to the engine's (`--page-size`, `--block-size`), or leave it out: it is learned")),
    BLOCK_SIZES_DIFFER(new CheckText(
            "Workers of one model have different block sizes: each prompt is hashed once per size, and KV cannot be handed"
                    + " over between different ones",
            "`block_size` of the model's workers in `GET /admin/workers`",
            "workers of different models",
            "Start all workers of a model with one `--page-size` or `--block-size`")),
    ENGINE_HASHES_DIFFER(new CheckText(
            "Workers of one model give the same tokens different block hashes. Harmless for routing, which has hashes of its"
                    + " own; fatal for a KV store that the workers share: none finds what another has stored",
            "`PYTHONHASHSEED` in the engines' environments; engine versions",
            "there is no store that the workers share, and none is planned",
            "Give all vLLM workers the same `PYTHONHASHSEED`, `--prefix-caching-hash-algo` and version")),
    EXPECTED_UNCONFIRMED(new CheckText(
            "Events come, but hardly ever for the blocks that the router expects of the requests it sends: engine and router"
                    + " do not mean the same tokens, so nothing is ever credited",
            "`warmpath tokens` with a request, against the engine's `/tokenize` or the `token_ids` in its events",
            "events that come later after a prefill than `scoring.expected_ttl` count as none",
            "Use the engine's own tokenizer, chat template and template arguments, or `remote_tokenizer: true`; see that salts"
                    + " and adapters reach the engine under the same names")),
    TRAFFIC_UNCREDITED(new CheckText(
            "Requests with LoRA adapters, cache salts or images are served and cannot be credited: events name an adapter by"
                    + " its number only or leave a salt out, or blocks hold images, which text never matches",
            "`index.adapters_by_number` and `index.extra_keyed` in `GET /admin/workers`,"
                    + " `warmpath_target_blocks_unmatchable_total`",
            "all requests go unconfirmed: that is `expected_unconfirmed`",
            "Update the engine: its events must carry `lora_name` and salts, and clients must use the adapter's name. Images"
                    + " are not broken; a pool of their own keeps them from disturbing the rest")),
    TIER_WITHOUT_TOKENS(new CheckText(
            "Blocks are announced for host or disk without their tokens, and nobody announced them before: they are not"
                    + " credited",
            "`index.unknown_placeholders` in `GET /admin/workers`",
            "the device announced the blocks earlier: then the tier is added to them",
            "Let the connector describe its blocks (vLLM's offloading: self-describing events), or give the worker a"
                    + " replay endpoint so that the device's announcements are known")),
    INDEX_BUDGET(new CheckText(
            "The index is full: new blocks are not taken up, so new prefixes are not credited",
            "`index.refused` in `GET /admin/workers`, `warmpath_target_blocks_refused_total`",
            "it was full once and has room again: `refused` does not grow any more",
            "Raise `index.max_blocks_per_rank` or `index.max_blocks_total` above what the engines' caches hold")),
    PREDICTIONS_UNCONFIRMED(new CheckText(
            "A rank's answers say that what its events announced is not cached, so its trust falls",
            "`feedback.reason` in `GET /admin/workers`: `never-cached`, `cache-lost` or `cache-short`;"
                    + " `warmpath_actual_cached_tokens_total` over `warmpath_predicted_cached_tokens_total`",
            "single answers fail after an eviction: the reason stays `confirmed`",
            "`never-cached`: compare tokenizer, salts and adapters, and see that the engine reuses prefixes. `cache-lost`:"
                    + " somebody empties the cache without an event. `cache-short`: removals do not arrive")),
    CACHED_TOKENS_UNREPORTED(new CheckText(
            "A worker's answers carry usage but never `cached_tokens`, so predictions cannot be checked",
            "send one prompt twice to the worker and look at `usage.prompt_tokens_details`",
            "nothing was predicted yet: some engines leave out a 0",
            "Start SGLang with `--enable-cache-report`, vLLM with `--enable-prompt-tokens-details`")),
    SNAPSHOT_REFUSED(new CheckText(
            "The file that should have told what the caches hold was not used, or not for all ranks: they were learned anew"
                    + " after the start",
            "`found.refusal` and `ranks.lost` in `GET /admin/snapshot`",
            "the configuration was changed, or engines were restarted while the router was down; after a change of the"
                    + " router's release `future_version` and `other_hashing` come once",
            "`foreign`, `unreadable`: let `snapshot.path` name a file of the router's own. `corrupt`, `truncated`: look at the"
                    + " disk. `too_old`, `too_large`: raise `snapshot.max_age` or `snapshot.max_size`")),
    SNAPSHOT_UNWRITTEN(
            new CheckText(
                    "The snapshot cannot be written, or not for all ranks: after the next restart their caches are learned anew",
                    "`written.fault` and `written.left_out` in `GET /admin/snapshot`; the router's log",
                    "the last snapshot stays as it is, and is read if the router restarts within `snapshot.max_age`",
                    "`no_space`: make room. `denied`, `no_directory`: give the router a directory that it may write in. `not_ours`:"
                            + " let `snapshot.path` name a file of the router's own. Ranks left out: raise `snapshot.max_size`"));

    private final CheckText text;

    ViewCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
