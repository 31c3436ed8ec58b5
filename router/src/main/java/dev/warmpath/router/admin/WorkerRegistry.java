package dev.warmpath.router.admin;

import dev.warmpath.config.address.HostPattern;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.address.WorkerUrl;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.WorkerResult;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.KvEventsSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.WorkerSettings;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Worker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes the fleet at run time, by the rules that hold for the configuration file and those of {@code admin.worker_hosts}.
 * Blocks while streams close, so it is not for event loops. One change at a time.
 */
final class WorkerRegistry {

    private static final long CLOSE_SECONDS = 20;

    private final WarmpathSettings settings;
    private final Fleet fleet;
    private final List<HostPattern> hosts;

    /** A change that is not made. Told to the caller, so it holds no secret. No stack trace: it is data. */
    static final class Refusal extends Exception {

        private final int status;
        private final String code;

        Refusal(int status, String code, String message) {
            super(message, null, false, false);
            this.status = status;
            this.code = code;
        }

        int status() {
            return status;
        }

        String code() {
            return code;
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /**
     * What came of a registration.
     *
     * @param before what the worker of this URL was, or null where there was none
     */
    record Registered(Worker worker, @Nullable WorkerSettings before) {}

    WorkerRegistry(WarmpathSettings settings, Fleet fleet) {
        this.settings = settings;
        this.fleet = fleet;
        this.hosts =
                settings.admin().workerHosts().stream().map(HostPattern::parse).toList();
    }

    /** The id that a worker of this URL has, or the text itself where it is no worker's URL. */
    static String normalised(String url) {
        return WorkerUrl.normalise(url).map(Object::toString).orElse(url);
    }

    /**
     * Registers a worker. One that is registered just so already stays as it is; one of the same URL that differs is
     * replaced, and its legs run on while the new one starts with nothing.
     *
     * @param values the keys of an item of {@code workers:}
     * @throws Refusal when the values are wrong, or the host is not allowed
     */
    synchronized Registered register(Map<String, ?> values) throws Refusal, InterruptedException {
        Object url = values.get("url");
        String id = url instanceof String text ? normalised(text) : "";
        List<WorkerSettings> others = fleet.view().workers().stream()
                .filter(worker -> !worker.id().equals(id))
                .map(Worker::settings)
                .toList();
        WorkerSettings asked = checked(values, others);
        refuseForeignHosts(asked);
        Worker before = fleet.view().worker(id);
        if (before != null && before.settings().equals(asked)) {
            return new Registered(before, before.settings());
        }
        if (before != null) {
            take(id);
        }
        return new Registered(fleet.add(asked), before == null ? null : before.settings());
    }

    private WorkerSettings checked(Map<String, ?> values, List<WorkerSettings> others) throws Refusal {
        WorkerResult result = ConfigLoader.worker(values, settings, others);
        if (result instanceof WorkerResult.Refused refused) {
            throw new Refusal(400, "bad_worker", text(refused.problems()));
        }
        return ((WorkerResult.Accepted) result).worker();
    }

    private static String text(List<ConfigProblem> problems) {
        return problems.stream().map(ConfigProblem::toString).collect(Collectors.joining(". ", "", "."));
    }

    private void refuseForeignHosts(WorkerSettings asked) throws Refusal {
        Optional<String> foreign = Stream.concat(Stream.of(asked.url().getHost()), eventHosts(asked))
                .filter(host -> hosts.stream().noneMatch(allowed -> allowed.matches(host)))
                .findFirst();
        if (foreign.isPresent()) {
            String why = hosts.isEmpty()
                    ? "admin.worker_hosts is empty, so workers come from the configuration file only."
                    : "The host " + foreign.get() + " is not in admin.worker_hosts.";
            throw new Refusal(403, "worker_host_not_allowed", why + " Nothing was changed.");
        }
    }

    /** Where the router would connect to for events; a worker's own address says nothing of these. */
    private static Stream<String> eventHosts(WorkerSettings asked) {
        return asked.kvEvents() instanceof KvEventsSettings.Connect connect
                ? Stream.concat(connect.endpoints().stream(), connect.replays().stream())
                        .map(endpoint -> TcpEndpoint.ofChecked(endpoint).host())
                : Stream.empty();
    }

    /** Removes a worker; returns, when its streams are closed and its blocks forgotten, what it was, if there was one. */
    synchronized Optional<WorkerSettings> remove(String id) throws Refusal, InterruptedException {
        Worker worker = fleet.view().worker(id);
        if (worker == null) {
            return Optional.empty();
        }
        take(id);
        return Optional.of(worker.settings());
    }

    private void take(String id) throws Refusal, InterruptedException {
        try {
            fleet.remove(id).get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new Refusal(
                    500,
                    "streams_not_closed",
                    "The worker gets no more requests, but its event streams did not close.");
        }
    }
}
