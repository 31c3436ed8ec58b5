package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with the workers. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum WorkerCheck implements CheckName {
    ROLE_MISSING(new CheckText(
            "A model has nobody to serve it, or prefill workers without a decode worker of the same group and protocol, or"
                    + " the reverse",
            "`GET /ready`; role, group, protocol and state in `GET /admin/workers`",
            "another group of the model is complete: requests go there, and this is a warning",
            "Register the missing role, or correct `group` and `protocol` so that the two find each other")),
    ENGINE_MISMATCH(new CheckText(
            "A worker's engine says otherwise than its configuration: it is another engine, has another role, other ranks or"
                    + " blocks of another size. Configuration holds, so requests are written, steered or hashed wrongly",
            "`detection.mismatches` in `GET /admin/workers`; `curl` the engine's `/v1/models`, and `/server_info` of SGLang",
            "vLLM tells its name only; what it does not tell is not compared, nor are workers whose probes are off and whose"
                    + " `engine` is configured",
            "Correct the key in the worker's configuration, or start the engine as the configuration says")),
    ENGINE_UNDETECTED(new CheckText(
            "It is not known which engine a worker runs, so it gets no requests: how they are written depends on that",
            "`detection` in `GET /admin/workers`: `state` and what was asked and answered",
            "the worker was registered, or came back, within the last seconds",
            "`unauthorised`: correct the worker's `api_key`. `unreachable`: look at the engine and its `url`. `unrecognised`:"
                    + " set `engine` if it is one of the two behind something that hides it")),
    PD_FLAGS_UNUSED(new CheckText(
            "Prefill and decode are not split although somebody means them to be: a model's engines were started as prefill or"
                    + " decode engines and all its workers are `mixed`, or its workers are `prefill` and `decode` and the"
                    + " engines were started for both",
            "`role` and `detection.mismatches` (key `role`) in `GET /admin/workers`; `disaggregation_mode` in SGLang's"
                    + " `/server_info`",
            "one worker of several says otherwise: that is `engine_mismatch` alone. vLLM does not tell its role",
            "Set `role` and `protocol` of the workers as their engines were started, or start the engines without"
                    + " `--disaggregation-mode`")),
    VERSION_ODD(
            new CheckText(
                    "Workers of one model run different releases of an engine, or one that is older than what the router needs of it:"
                            + " hashes, events and hand-overs differ between releases",
                    "`detection.version` in `GET /admin/workers`; the engines' `/version` (vLLM) or `/server_info` (SGLang)",
                    "an upgrade, worker by worker, is under way; the warning goes with the last one",
                    "Run one release for all workers of a model: vLLM 0.9 or later (0.13 for `vllm-nixl`), SGLang 0.4.7 or later")),
    WORKER_UNHEALTHY(new CheckText(
            "Probes say that a worker cannot serve, so it gets no requests",
            "`health` in `GET /admin/workers`; `curl` its `health.path`",
            "the engine is still loading its model: `starting`",
            "Look at the engine; for a busy SGLang give probes a longer `health.timeout`")),
    BREAKER_OPEN(new CheckText(
            "A worker cannot be reached, or a rank fails what it is sent, so it gets no requests but for single trials",
            "`breaker` in `GET /admin/workers`, `warmpath_leg_errors_total` by reason",
            "`half_open`: it is being tried again",
            "Look at the leg errors' reasons; 401 and 403 mean the worker's `api_key`")),
    BOOTSTRAP_UNREACHABLE(new CheckText(
            "A prefill worker's bootstrap server does not answer, so KV cannot be handed over",
            "`curl http://HOST:BOOTSTRAP_PORT/` from the router's machine; `bootstrap.trouble` in `GET /admin/workers`",
            "the engine is still starting",
            "Set `bootstrap_port` to the engine's, and open it between prefill, decode and router")),
    DRAINING_LONG(new CheckText(
            "A worker that was taken out of service is still registered: either nothing runs on it any more, or it has been"
                    + " draining for longer than requests take",
            "`draining` and `requests` in `GET /admin/workers`",
            "its last requests are just ending",
            "Stop it and remove it (`DELETE /admin/workers/{id}`), or bring it back (`undrain`)")),
    LOAD_UNKNOWN(new CheckText(
            "A worker is asked for its own load and does not tell it, so nothing shows what it has from elsewhere. Choices are"
                    + " as before: they count what the router itself has sent",
            "`engine_load` in `GET /admin/workers`; `curl` the engine's `/metrics` (vLLM) or `/v1/loads` (SGLang)",
            "a worker that is down is named by `worker_unhealthy` and `breaker_open` first; one that has just joined is asked"
                    + " within `engine_load.interval`",
            "`unauthorised`: set the worker's `api_key`. `too_long`: raise `engine_load.max_body`. `refused`, `unreadable`: see"
                    + " that nothing else answers under its URL. Or set `engine_load.enabled: false`")),
    LOAD_DISAGREES(new CheckText(
            "For longer than `engine_load.disagree_after` a rank's engine has counted other requests than the router has sent"
                    + " it. More: somebody else sends to it too, or it works on what clients have left, and the router"
                    + " chooses it as if it were idle. Fewer: requests hang between router and engine. More on one rank and"
                    + " fewer on another: the engine does not follow the rank that it is told",
            "`engine_load` beside `load.requests` in `GET /admin/workers`; `warmpath_target_engine_requests` against"
                    + " `warmpath_target_requests`",
            "an engine counts each prompt and sample of a request, the router the request; the router counts a request until"
                    + " its answer's last byte is out, which slow clients delay. A difference of two, a quarter more or half"
                    + " fewer is no finding",
            "Send all requests through one router, or give others workers of their own; look for a proxy in between that holds"
                    + " requests")),
    LOAD_STREAM_UNHEARD(new CheckText(
            "A worker says where it publishes its load, and nothing that can be used comes from there, so it is asked for its"
                    + " load instead",
            "`engine_load.detail` in `GET /admin/workers`; `nc -z HOST PORT` from the router's machine, with the port of"
                    + " `kv_events.load_endpoint_port_base` in the engine's `/server_info` plus the rank",
            "the engine has just been restarted: the stream is looked up again every 30 s",
            "Open the load ports between the two (one for each rank, beside those of the events), or set"
                    + " `engine_load.stream: false`")),
    CERTIFICATE_EXPIRES(new CheckText(
            "A certificate that is in force expires within two weeks or has expired, or its file holds something that cannot"
                    + " be put in force",
            "`warmpath_tls_certificate_expiry_seconds`; `openssl x509 -enddate -noout -in FILE`",
            "a new file lies there already and is taken up within seconds",
            "Put a new certificate in the file's place; it is taken up without a restart")),
    SOURCE_BROKEN(new CheckText(
            "A source that workers are discovered from cannot tell who is wanted, or suddenly yields nobody: its workers stay as"
                    + " they were, new ones are not found",
            "`warmpath_discovery_source_state`, `warmpath_discovery_faults_total`; the log's `source of workers changed state`",
            "the source was restarted within the last seconds. A fleet that was emptied on purpose is believed after `hold`",
            "`unreachable`: see that the router's machine reaches it. `forbidden`: give the router leave to look, or another"
                    + " credential. Else look at what the finding repeats")),
    ANNOUNCED_REFUSED(new CheckText(
            "A source announces a worker that does not join: its record is wrong, or its URL is another source's",
            "`warmpath_discovery_refused` by reason; the log's `announced worker does not join`",
            "a worker that moves between two sources is refused by the second until it has left the first",
            "Correct the record that the finding names, or raise `max_workers`; it is tried again by itself")),
    SOURCE_YIELDS_NOBODY(new CheckText(
            "A source answers and there is no worker of it in the fleet",
            "`warmpath_discovery_workers`; ask the source itself (`dig`, `etcdctl get --prefix`, `kubectl get pods -l`)",
            "the fleet is meant to be empty, or its first pods are not ready yet",
            "Compare name, prefix, namespace or selector with what the engines are started with"));

    private final CheckText text;

    WorkerCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
