package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.worker.HealthState;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Pairing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fleet at one moment, arranged for questions that every request asks. Immutable; a change of the fleet makes a new
 * one.
 */
public final class FleetView {

    private static final int[] NO_SIZES = {};

    /** Of nobody. */
    public static final FleetView EMPTY = new FleetView(List.of());

    private final Map<String, Worker> workers = new LinkedHashMap<>();
    private final Map<Target, Worker.Rank> ranks = new HashMap<>();
    private final Map<String, Serving> models = new HashMap<>();

    /** Who serves a model. */
    private record Serving(List<Worker> workers, List<Pairing> pairings) {}

    FleetView(Collection<Worker> all) {
        Map<String, List<Worker>> serving = new LinkedHashMap<>();
        for (Worker worker : all) {
            workers.put(worker.id(), worker);
            worker.ranks().forEach(rank -> ranks.put(rank.candidate().target(), rank));
            worker.settings()
                    .models()
                    .forEach(model -> serving.computeIfAbsent(model, m -> new ArrayList<>())
                            .add(worker));
        }
        serving.forEach((model, who) -> models.put(model, new Serving(who, pair(who))));
    }

    /** In order of registration. */
    public Collection<Worker> workers() {
        return workers.values();
    }

    public @Nullable Worker worker(String id) {
        return workers.get(id);
    }

    /** The rank of a target, or null when its worker has left the fleet. */
    public Worker.@Nullable Rank rank(Target target) {
        return ranks.get(target);
    }

    /** Which targets can serve a model together; empty when no worker serves it. */
    public List<Pairing> pairings(String model) {
        Serving serving = models.get(model);
        return serving == null ? List.of() : serving.pairings();
    }

    /**
     * Which targets can serve a model together on this endpoint. Of the workers those whose engine has it; of pairs those
     * whose engines hand over there what prefill has computed.
     */
    public List<Pairing> pairings(String model, Endpoint endpoint) {
        List<Pairing> all = pairings(model);
        if (endpoint.servedByAll()) {
            return all;
        }
        List<Pairing> able = new ArrayList<>();
        for (Pairing pairing : all) {
            if (endpoint.workers() == Endpoint.Workers.ANYONE) {
                able.add(alone(pairing.group(), having(endpoint, pairing.prefill(), pairing.decode())));
            } else if (endpoint.servedOver(pairing.protocol())) {
                able.add(new Pairing(
                        pairing.group(),
                        pairing.protocol(),
                        having(endpoint, pairing.prefill(), List.of()),
                        having(endpoint, pairing.decode(), List.of())));
            }
        }
        able.removeIf(pairing -> pairing.prefill().isEmpty() && pairing.decode().isEmpty());
        return able;
    }

    /** The same of the workers that serve an adapter. */
    public List<Pairing> pairings(String model, Endpoint endpoint, Predicate<Worker> serving) {
        List<Pairing> able = new ArrayList<>();
        for (Pairing pairing : pairings(model, endpoint)) {
            List<Candidate> prefill = serving(pairing.prefill(), serving);
            List<Candidate> decode = serving(pairing.decode(), serving);
            if (!prefill.isEmpty() || !decode.isEmpty()) {
                able.add(new Pairing(pairing.group(), pairing.protocol(), prefill, decode));
            }
        }
        return able;
    }

    private List<Candidate> serving(List<Candidate> some, Predicate<Worker> serving) {
        return some.stream()
                .filter(candidate -> {
                    Worker worker = workers.get(candidate.target().worker());
                    return worker != null && serving.test(worker);
                })
                .toList();
    }

    /** Those of both lists whose worker runs an engine that has the endpoint. */
    private List<Candidate> having(Endpoint endpoint, List<Candidate> some, List<Candidate> more) {
        List<Candidate> able = new ArrayList<>(some);
        able.addAll(more);
        Engine engine = endpoint.engine();
        if (engine != null) {
            able.removeIf(candidate -> engineOf(candidate) != engine);
        }
        return able;
    }

    private @Nullable Engine engineOf(Candidate candidate) {
        Worker worker = workers.get(candidate.target().worker());
        return worker == null ? null : worker.engine().known();
    }

    private static Pairing alone(String group, List<Candidate> targets) {
        return new Pairing(group, Protocol.NONE, targets, List.of());
    }

    /** The targets of one worker, each of which is to serve alone; empty when it has left the fleet. */
    public List<Pairing> only(String worker) {
        Worker one = workers.get(worker);
        return one == null
                ? List.of()
                : List.of(alone(
                        one.settings().group(),
                        one.ranks().stream().map(Worker.Rank::candidate).toList()));
    }

    /** The workers whose answers clients get: all but those that prefill for others. */
    public List<Worker> answering() {
        return workers.values().stream()
                .filter(worker -> worker.settings().role() != Role.PREFILL)
                .toList();
    }

    /** Whether some worker of this model runs that engine. */
    public boolean runs(String model, Engine engine) {
        Serving serving = models.get(model);
        return serving != null
                && serving.workers().stream().anyMatch(worker -> worker.engine().known() == engine);
    }

    /**
     * The block sizes, in tokens, that a prompt for this model may be asked for; ascending, without repeats. Workers learn
     * theirs while the view stands, so they are asked each time.
     */
    public int[] blockSizes(String model) {
        Serving serving = models.get(model);
        if (serving == null) {
            return NO_SIZES;
        }
        int[] sizes = NO_SIZES;
        for (Worker worker : serving.workers()) {
            int size = worker.blockSize();
            if (size > 0) {
                int at = Arrays.binarySearch(sizes, size);
                sizes = at >= 0 ? sizes : inserted(sizes, -at - 1, size);
            }
        }
        return sizes;
    }

    private static int[] inserted(int[] sizes, int at, int size) {
        int[] longer = Arrays.copyOf(sizes, sizes.length + 1);
        System.arraycopy(sizes, at, longer, at + 1, sizes.length - at);
        longer[at] = size;
        return longer;
    }

    /**
     * The engine that this model's workers run. Where they run different ones, the first registered whose engine is known
     * decides how chats are prepared for hashing; the others' chats may then miss what they hold, never match what they do
     * not. See {@link #foreignChats}. Where none is known nobody can be chosen, and the answer does not matter.
     */
    public Engine engine(String model) {
        Serving serving = models.get(model);
        if (serving == null) {
            throw new IllegalArgumentException("no worker serves this model");
        }
        for (Worker worker : serving.workers()) {
            Engine known = worker.engine().known();
            if (known != null) {
                return known;
            }
        }
        return Engine.VLLM;
    }

    /** The models of a worker of this fleet whose chats are prepared as an engine does that it does not run. */
    public List<String> foreignChats(Worker worker) {
        List<String> foreign = new ArrayList<>();
        Engine own = worker.engine().known();
        for (String model : worker.settings().models()) {
            if (own != null && models.containsKey(model) && engine(model) != own) {
                foreign.add(model);
            }
        }
        return foreign;
    }

    /**
     * Whether some pairing of this model has every role that it needs, with a target that a request could go to and whose
     * worker is known to answer. A worker that no probe has come back from gets requests, but is no reason to send any to
     * this router rather than to another one: the first probe may keep all of them away.
     *
     * @param pairable whether a pairing has two targets that may be a pair, wherever they stand
     */
    public boolean servable(String model, Predicate<Pairing> pairable) {
        return pairings(model).stream()
                .anyMatch(p -> anyServes(p.prefill())
                        && (p.protocol() == Protocol.NONE || anyServes(p.decode()))
                        && pairable.test(p));
    }

    private boolean anyServes(List<Candidate> candidates) {
        return candidates.stream().anyMatch(candidate -> {
            Worker worker = workers.get(candidate.target().worker());
            return worker != null
                    && worker.health().status().state() != HealthState.UNKNOWN
                    && candidate.betterThanNone();
        });
    }

    private record PairKey(String group, Protocol protocol) {}

    private static List<Pairing> pair(List<Worker> serving) {
        Map<PairKey, List<Candidate>> prefill = new LinkedHashMap<>();
        Map<PairKey, List<Candidate>> decode = new LinkedHashMap<>();
        for (Worker worker : serving) {
            PairKey key =
                    new PairKey(worker.settings().group(), worker.settings().protocol());
            // A pairing exists as soon as one side does, so that choosing can say which side is missing.
            List<Candidate> prefillSide = prefill.computeIfAbsent(key, k -> new ArrayList<>());
            List<Candidate> decodeSide = decode.computeIfAbsent(key, k -> new ArrayList<>());
            List<Candidate> side = worker.settings().role() == Role.DECODE ? decodeSide : prefillSide;
            worker.ranks().forEach(rank -> side.add(rank.candidate()));
        }
        List<Pairing> made = new ArrayList<>();
        prefill.forEach((key, targets) ->
                made.add(new Pairing(key.group(), key.protocol(), targets, decode.getOrDefault(key, List.of()))));
        return List.copyOf(made);
    }
}
