package dev.warmpath.it.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.stream.RankStream;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.scorer.choice.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The outcome of a check.
 *
 * @param json the figures
 * @param failures what was not as it must be, in words; empty for a good run
 */
record CheckReport(ObjectNode json, List<String> failures) {

    /** Share of truly held blocks that must have been hit from turn 2 on. */
    private static final double MIN_SHARE_OF_HELD = 0.95;

    private static final long MAX_SECONDS = 60;

    /** All that is wrong with a fleet of which one worker has just been restarted. */
    private static final Set<String> RESTARTED = Set.of(StreamCheck.PUBLISHER_RESTARTED.key());

    static CheckReport of(DemoFleet fleet, CheckTally tally, boolean indexEqualsTruth, long nanos) {
        long gaps = 0;
        long lost = 0;
        long restarts = 0;
        for (SimEngine engine : fleet.prefill()) {
            for (Worker.Rank rank : fleet.ranks(engine)) {
                StreamStatus status = status(rank);
                gaps += status.gaps();
                lost += status.lost();
                restarts += status.restarts();
            }
        }
        double shareOfHeld = ratio(tally.laterHitBlocks, tally.laterHeldBlocks);
        double seconds = nanos / 1e9;

        List<String> failures = new ArrayList<>();
        require(failures, tally.failures == 0, tally.failures + " requests failed");
        require(failures, tally.laterHeldBlocks > 0, "no rank ever held a block of a later turn");
        require(failures, shareOfHeld >= MIN_SHARE_OF_HELD, "only " + shareOfHeld + " of the held blocks were hit");
        require(failures, tally.pairedLegs == tally.requests, "legs of some requests were not paired");
        require(failures, indexEqualsTruth, "the index differs from what the engines hold");
        require(failures, tally.engineRestarts > 0 && restarts > 0, "no restart was seen");
        require(failures, tally.phantomCredits == 0, tally.phantomCredits + " requests credited with lost blocks");
        require(
                failures,
                tally.complaintsBeforeRestart.isEmpty(),
                "the doctor complains of a fleet that is well: " + tally.complaintsBeforeRestart);
        require(
                failures,
                tally.complaintsAfterRestart.equals(RESTARTED),
                "after a restart the doctor named " + tally.complaintsAfterRestart);
        require(failures, seconds < MAX_SECONDS, "it took more than " + MAX_SECONDS + " s");

        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("requests", tally.requests);
        json.put("failures", tally.failures);
        json.put("hit_rate_predicted", rounded(ratio(tally.creditedBlocks, tally.blocks)));
        json.put("hit_rate_true", rounded(ratio(tally.hitBlocks, tally.blocks)));
        json.put("hit_share_of_held", rounded(shareOfHeld));
        json.set("choices", choices(fleet.router().metrics()));
        json.put("legs_paired", tally.pairedLegs);
        json.put("gaps", gaps);
        json.put("lost_batches", lost);
        json.put("engine_restarts", tally.engineRestarts);
        json.put("rank_restarts_seen", restarts);
        json.put("index_equals_truth", indexEqualsTruth);
        json.put("phantom_credits", tally.phantomCredits);
        ArrayNode named = json.putArray("doctor_after_restart");
        tally.complaintsAfterRestart.forEach(named::add);
        json.put("added_latency_median_ms", rounded(tally.medianAddedNanos() / 1e6));
        json.put("seconds", rounded(seconds));
        json.put("passed", failures.isEmpty());
        ArrayNode why = json.putArray("failed_because");
        failures.forEach(why::add);
        return new CheckReport(json, failures);
    }

    private static ObjectNode choices(RouterMetrics metrics) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (Role role : List.of(Role.PREFILL, Role.DECODE)) {
            ObjectNode kinds = json.putObject(role.key());
            for (Choice.Kind kind : Choice.Kind.values()) {
                kinds.put(kind.key(), Math.round(metrics.decisions(role, kind)));
            }
        }
        return json;
    }

    static StreamStatus status(Worker.Rank rank) {
        RankStream stream = rank.feed().stream();
        if (stream == null) {
            throw new IllegalStateException(rank.candidate().target() + " has no event stream");
        }
        return stream.status();
    }

    private static void require(List<String> failures, boolean condition, String otherwise) {
        if (!condition) {
            failures.add(otherwise);
        }
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
