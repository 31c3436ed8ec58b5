package dev.warmpath.router.doctor.evidence;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranks that can serve a model together: one group, one protocol.
 *
 * @param first prefill ranks, or mixed ones
 * @param second decode ranks; empty for mixed workers
 */
public record Pool(String model, String group, Protocol protocol, List<RankEvidence> first, List<RankEvidence> second) {

    private record Key(String model, String group, Protocol protocol) {}

    /** All of a fleet, in order of registration. */
    public static Collection<Pool> of(FleetEvidence fleet) {
        Map<Key, Pool> pools = new LinkedHashMap<>();
        for (WorkerEvidence worker : fleet.workers()) {
            WorkerSettings settings = worker.settings();
            for (String model : settings.models()) {
                Pool pool = pools.computeIfAbsent(
                        new Key(model, settings.group(), settings.protocol()),
                        key -> new Pool(key.model, key.group, key.protocol, new ArrayList<>(), new ArrayList<>()));
                (settings.role() == Role.DECODE ? pool.second : pool.first).addAll(worker.ranks());
            }
        }
        return pools.values();
    }

    /** Whether every role that it needs has a rank that may be chosen. */
    public boolean serves() {
        return eligible(first) > 0 && (protocol == Protocol.NONE || eligible(second) > 0);
    }

    /** How many may be chosen now. */
    public static long eligible(List<RankEvidence> ranks) {
        return ranks.stream().filter(rank -> rank.ineligible() == null).count();
    }

    /** As findings name it. */
    public String name() {
        return "model " + model + ", group " + group + ", " + protocol.key();
    }
}
