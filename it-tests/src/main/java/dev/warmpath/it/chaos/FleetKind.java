package dev.warmpath.it.chaos;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One fleet of the run: a model of its own, served over one hand-off protocol.
 *
 * @param model name of the model and of the group
 */
record FleetKind(String model, Engine engine, Protocol protocol) {

    /** A fleet for every hand-off protocol, and mixed workers of both engines. */
    static final List<FleetKind> ALL = List.of(
            new FleetKind("sglang-pd", Engine.SGLANG, Protocol.SGLANG_BOOTSTRAP),
            new FleetKind("nixl-pd", Engine.VLLM, Protocol.VLLM_NIXL),
            new FleetKind("mooncake-pd", Engine.VLLM, Protocol.VLLM_MOONCAKE),
            new FleetKind("sglang-mixed", Engine.SGLANG, Protocol.NONE),
            new FleetKind("vllm-mixed", Engine.VLLM, Protocol.NONE));

    private static final int WORKERS_PER_ROLE = 2;
    private static final int RANKS = 2;

    /** Few enough that caches evict within seconds. */
    private static final int BLOCKS_PER_RANK = 1_024;

    private static final int BLOCK_TOKENS = 16;
    private static final double DECODE_STEP_MILLIS = 20;
    private static final double DECODE_MILLIS_PER_REQUEST = 0.2;

    /** Short, so that what a broken pair leaves on an engine is over before the end. */
    private static final PdOptions WAITS =
            PdOptions.defaults().withTimeouts(Duration.ofSeconds(4)).withLease(Duration.ofSeconds(3));

    List<SimEngineConfig.Builder> engines() {
        List<SimEngineConfig.Builder> engines = new ArrayList<>();
        List<Role> roles = protocol == Protocol.NONE ? List.of(Role.MIXED) : List.of(Role.PREFILL, Role.DECODE);
        for (Role role : roles) {
            for (int i = 0; i < WORKERS_PER_ROLE; i++) {
                engines.add(SimEngineConfig.builder(engine, role)
                        .name(model + "-" + role.name().charAt(0) + i)
                        .protocol(protocol)
                        .model(model)
                        .group(model)
                        .ranks(RANKS)
                        .blockSize(BLOCK_TOKENS)
                        .blocks(BLOCKS_PER_RANK)
                        .times(TimeModel.defaults().withDecodeStep(DECODE_STEP_MILLIS, DECODE_MILLIS_PER_REQUEST))
                        .pd(WAITS)
                        .requestLog(0));
            }
        }
        return engines;
    }
}
