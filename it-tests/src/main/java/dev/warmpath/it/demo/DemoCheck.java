package dev.warmpath.it.demo;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.OpenAIException;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.await.Awaited;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimRank;
import dev.warmpath.it.sim.http.ReceivedRequest;
import dev.warmpath.it.truth.IndexTruth;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.prompt.DemoModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives a {@link DemoFleet}: conversations over a shared system prompt, a prefill engine restarted in place between
 * their turns, more turns. Before each request the engines are asked what they hold of its prompt, so that what the
 * router believed can be compared with what was true at that moment. Requests go one at a time for that reason.
 */
final class DemoCheck {

    private static final Logger log = LoggerFactory.getLogger(DemoCheck.class);

    private static final int CONVERSATIONS = 8;
    private static final int TURNS_BEFORE_RESTART = 6;
    private static final int TURNS_AFTER_RESTART = 2;
    private static final String PATH = "/v1/chat/completions";

    private static final String SYSTEM = "You are the night librarian of a small town by a wide river. "
            + "You know every shelf, every map and every letter in the house, and you answer in one short sentence. "
            + "When someone asks for a book, say the room, the shelf and the colour of its spine. "
            + "When someone asks about the town, tell them what the oldest letter says about it. "
            + "Never guess: if the shelves hold no answer, say so, and name the person who might know.";

    private static final String[] SUBJECTS = {
        "the old bridge", "the flood of the green year", "the clock tower", "the ferry to the islands",
        "the glass workshop", "the school under the hill", "the winter market", "the song of the rowers"
    };

    private static final String[] QUESTIONS = {
        "Where do I find a map of %s?",
        "Who wrote the first letter about %s?",
        "Which shelf has the drawings of %s, and are they dated?",
        "Is there a story about %s that children like?",
        "What did the mayor say about %s in the spring?",
        "How long has nobody asked for %s?",
        "Please tell me once more what is known of %s.",
        "Thank you. Where should I put the papers on %s?"
    };

    private final DemoFleet fleet;
    private final RouterMetrics metrics;
    private final OpenAIClient client;
    private final List<Conversation> conversations = new ArrayList<>();
    private final CheckTally tally = new CheckTally();

    DemoCheck(DemoFleet fleet) {
        this.fleet = fleet;
        this.metrics = fleet.router().metrics();
        this.client = OpenAIOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + fleet.router().port() + "/v1")
                .apiKey("unused")
                .maxRetries(0)
                .build();
        for (int i = 0; i < CONVERSATIONS; i++) {
            conversations.add(new Conversation(DemoModel.NAME, SYSTEM));
        }
    }

    /** Runs the whole check. */
    CheckReport run() throws InterruptedException {
        long start = System.nanoTime();
        try {
            for (int turn = 0; turn < TURNS_BEFORE_RESTART; turn++) {
                turn(turn, false);
            }
            tally.complaintsBeforeRestart = complaints();
            restart(fleet.prefill().get(0));
            tally.complaintsAfterRestart = complaints();
            for (int turn = TURNS_BEFORE_RESTART; turn < TURNS_BEFORE_RESTART + TURNS_AFTER_RESTART; turn++) {
                turn(turn, true);
            }
            boolean equal = indexBecomesTruth();
            return CheckReport.of(fleet, tally, equal, System.nanoTime() - start);
        } finally {
            client.close();
        }
    }

    /** What the router's doctor does not let pass, by name. */
    private Set<String> complaints() {
        Set<String> names = new TreeSet<>();
        for (Finding finding : fleet.router().doctor().examine().findings()) {
            if (finding.status() != Severity.PASS) {
                names.add(finding.name().key());
                log.atInfo()
                        .addKeyValue("check", finding.name().key())
                        .addKeyValue("target", finding.target())
                        .log(finding.seen());
            }
        }
        return names;
    }

    private void turn(int turn, boolean restarted) throws InterruptedException {
        for (int i = 0; i < CONVERSATIONS; i++) {
            Conversation conversation = conversations.get(i);
            conversation.ask(String.format(QUESTIONS[turn], SUBJECTS[i]));
            awaitEvents();
            HeldBlocks held = HeldBlocks.of(fleet, conversation);
            double before = metrics.overlapBlocks(Role.PREFILL);
            long sent = System.nanoTime();
            try {
                Conversation.Turn done = conversation.send(client);
                int credited = (int) Math.round(metrics.overlapBlocks(Role.PREFILL) - before);
                tally.answered(held, done, credited, turn > 0, restarted);
                legs(sent, done);
            } catch (OpenAIException failed) {
                tally.failed();
                log.atError().setCause(failed).log("a turn failed");
            }
        }
    }

    /** Until the router has applied the last batch that each prefill rank has published. */
    private void awaitEvents() throws InterruptedException {
        for (SimEngine engine : fleet.prefill()) {
            List<Worker.Rank> ranks = fleet.ranks(engine);
            for (int i = 0; i < DemoFleet.RANKS; i++) {
                SimRank rank = engine.rank(i);
                Worker.Rank seen = ranks.get(i);
                Awaited.until(
                        "the last event of " + seen.candidate().target() + " was applied",
                        DemoFleet.PATIENCE,
                        () -> CheckReport.status(seen).lastSequence() == rank.lastSequence());
            }
        }
    }

    /** Finds the two legs of the request that has just ended in the engines' own logs. */
    private void legs(long sent, Conversation.Turn turn) {
        ReceivedRequest prefill = latest(fleet.prefill(), sent);
        ReceivedRequest decode = latest(fleet.decode(), sent);
        if (prefill == null || decode == null) {
            return;
        }
        tally.legs(prefill.bodyText(), decode.bodyText());
        tally.addedNanos(turn.nanos() - (decode.endedNanos() - decode.arrivedNanos()));
    }

    private static @Nullable ReceivedRequest latest(List<SimEngine> engines, long since) {
        return engines.stream()
                .flatMap(engine -> engine.requests().of(PATH).stream())
                .filter(request -> request.arrivedNanos() - since >= 0)
                .findFirst()
                .orElse(null);
    }

    private void restart(SimEngine engine) throws InterruptedException {
        long[] before = restarts(engine);
        engine.restart();
        Awaited.until("the router has seen every rank of " + engine.url() + " restart", DemoFleet.PATIENCE, () -> {
            long[] now = restarts(engine);
            for (int i = 0; i < now.length; i++) {
                if (now[i] <= before[i]) {
                    return false;
                }
            }
            return true;
        });
        fleet.awaitStreams();
        tally.restartedOnce();
    }

    private long[] restarts(SimEngine engine) {
        return fleet.ranks(engine).stream()
                .mapToLong(rank -> CheckReport.status(rank).restarts())
                .toArray();
    }

    private boolean indexBecomesTruth() throws InterruptedException {
        awaitEvents();
        List<String> differences = fleet.prefill().stream()
                .flatMap(engine -> IndexTruth.differences(engine, fleet.ranks(engine)).stream())
                .toList();
        differences.forEach(
                difference -> log.atError().addKeyValue("where", difference).log("the index differs from the truth"));
        return differences.isEmpty();
    }
}
