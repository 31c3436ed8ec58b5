package dev.warmpath.router.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.decode.DecodeReason;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.report.Finding;
import dev.warmpath.router.doctor.report.Severity;
import dev.warmpath.router.load.Freshness;
import dev.warmpath.router.load.PollState;
import dev.warmpath.router.load.PollStatus;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.router.load.RankReading;
import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.WriteFault;
import dev.warmpath.router.snapshot.file.Refusal;
import dev.warmpath.scorer.choice.ChoiceTally;
import dev.warmpath.scorer.choice.ChoiceTally.RoleTally;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where each check draws its line: what is named, and what looks like it and is not. */
class JudgementTest {

    private final Given fleet = Given.pairs();

    private List<Finding> named(CheckName name) {
        return Given.of(name, fleet.examined());
    }

    @Test
    void aFleetThatIsWellPasses() {
        assertThat(fleet.examined())
                .allSatisfy(finding -> assertThat(finding.status())
                        .as(finding.name().key() + ": " + finding.seen())
                        .isEqualTo(Severity.PASS));
    }

    @Test
    void anEmptyFleetIsNotJudged() {
        assertThat(new Given().examined())
                .anySatisfy(finding -> assertThat(finding.judged()).isFalse());
    }

    /** A thousand ranks may go down at once. */
    @Test
    void findingsOfOneCheckAreBoundedAndCounted() {
        Given large = new Given();
        large.worker(Role.MIXED, 1_000).ranks.forEach(rank -> rank.restarts = 1);
        List<Finding> restarted = Given.of(StreamCheck.PUBLISHER_RESTARTED, large.examined());

        assertThat(restarted).hasSize(21);
        assertThat(restarted.get(20).seen()).isEqualTo("and 980 more");
    }

    @Test
    void decodeWorkersNeedEventsOnlyWhereOthersHaveThem() {
        fleet.worker(2).events = false;
        assertThat(named(StreamCheck.NO_EVENT_ENDPOINT))
                .singleElement()
                .satisfies(finding -> assertThat(finding.status()).isEqualTo(Severity.WARN));

        fleet.worker(3).events = false;
        assertThat(named(StreamCheck.NO_EVENT_ENDPOINT)).isEmpty();
    }

    @Test
    void connectingIsGrantedAMoment() {
        fleet.rank(0, 0).state = StreamState.CONNECTING;
        fleet.rank(0, 0).reason = StreamReason.NOT_YET_CONNECTED;
        fleet.rank(0, 0).stateFor = Duration.ofSeconds(1);
        assertThat(named(StreamCheck.ENDPOINT_UNREACHABLE)).isEmpty();

        fleet.rank(0, 0).stateFor = Duration.ofSeconds(3);
        assertThat(named(StreamCheck.ENDPOINT_UNREACHABLE)).hasSize(1);
    }

    @Test
    void siblingsWithoutRequestsAreNotMute() {
        fleet.rank(0, 1).batches = 0;
        assertThat(named(StreamCheck.ONLY_FIRST_RANK_PUBLISHES)).isEmpty();

        fleet.rank(0, 1).unansweredMillis = 3_000;
        assertThat(named(StreamCheck.ONLY_FIRST_RANK_PUBLISHES)).hasSize(1);
    }

    @Test
    void bindingRouterCannotHaveReplay() {
        fleet.rank(0, 0).replay = null;
        fleet.rank(0, 0).direction = StreamSpec.Direction.BIND;
        assertThat(named(StreamCheck.REPLAY_MISSING)).isEmpty();

        fleet.rank(0, 0).direction = StreamSpec.Direction.CONNECT;
        assertThat(named(StreamCheck.REPLAY_MISSING)).hasSize(1);
    }

    @Test
    void repairedGapsAreNone() {
        fleet.rank(0, 0).gaps = 5;
        assertThat(named(StreamCheck.GAPS_UNREPAIRED)).isEmpty();

        fleet.rank(0, 0).lost = 1;
        assertThat(named(StreamCheck.GAPS_UNREPAIRED)).hasSize(1);
    }

    /** What was counted before the oldest look is over, unless it still shows in a state. */
    @Test
    void whatDoesNotGrowAnyMoreIsForgotten() {
        Given.Rank rank = fleet.rank(0, 0);
        rank.lost = 7;
        rank.restarts = 3;
        rank.refused = 100;
        rank.placeholders = 20;
        assertThat(fleet.since(fleet))
                .allSatisfy(finding -> assertThat(finding.status()).isEqualTo(Severity.PASS));

        rank.state = StreamState.SUSPECT;
        rank.reason = StreamReason.GAP_NOT_REPLAYABLE;
        assertThat(Given.of(StreamCheck.GAPS_UNREPAIRED, fleet.since(fleet))).hasSize(1);
    }

    @Test
    void blocksThatTheIndexRefusesOrCannotNameAreNamed() {
        fleet.rank(0, 0).refused = 1;
        fleet.rank(0, 1).placeholders = 1;

        assertThat(named(ViewCheck.INDEX_BUDGET)).hasSize(1);
        assertThat(named(ViewCheck.TIER_WITHOUT_TOKENS)).hasSize(1);
    }

    @Test
    void eventsThatAreNotIndexedOnPurposeAreReadable() {
        fleet.rank(0, 0).rejected = Map.of(DecodeReason.OTHER_GROUP, 50L, DecodeReason.REMOTE, 3L);
        assertThat(named(StreamCheck.UNREADABLE_EVENTS)).isEmpty();

        fleet.rank(0, 0).rejected = Map.of(DecodeReason.MSGPACK, 1L);
        assertThat(named(StreamCheck.UNREADABLE_EVENTS)).hasSize(1);
    }

    @Test
    void aClockThatIsOddIsNoLagAndTheReverse() {
        fleet.rank(0, 0).lagMillis = 30_010;
        fleet.rank(0, 0).leastLagMillis = 30_000;
        fleet.rank(1, 0).lagMillis = 30_010;

        assertThat(named(StreamCheck.CLOCK_ODD)).extracting(Finding::target).containsExactly("http://10.0.0.1:30000#0");
        assertThat(named(StreamCheck.EVENTS_LAG))
                .extracting(Finding::target)
                .containsExactly("http://10.0.0.2:30000#0");
    }

    @Test
    void someExpectationsMayBeMissed() {
        fleet.rank(0, 0).confirmed = 5;
        fleet.rank(0, 0).missed = 15;
        assertThat(named(ViewCheck.EXPECTED_UNCONFIRMED)).isEmpty();

        fleet.rank(0, 0).missed = 25;
        assertThat(named(ViewCheck.EXPECTED_UNCONFIRMED)).hasSize(1);
    }

    @Test
    void weightsAreJudgedByEnoughChoices() {
        fleet.choices = tally(9, 0);
        assertThat(named(ChoiceCheck.WEIGHT_WITHOUT_EFFECT)).isEmpty();
        fleet.choices = tally(100, 1);
        assertThat(named(ChoiceCheck.WEIGHT_WITHOUT_EFFECT)).isEmpty();

        fleet.choices = tally(10, 0);
        assertThat(named(ChoiceCheck.WEIGHT_WITHOUT_EFFECT))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).contains("scoring.prefill.overlap_weight is 20.0"));
    }

    private static ChoiceTally tally(long contested, long swayed) {
        RoleTally none = new RoleTally(0, 0);
        return new ChoiceTally(100, 0, new RoleTally(contested, swayed), none, none);
    }

    @Test
    void oneTargetThatMayBeChosenIsNoChoice() {
        fleet.rank(0, 1).ineligible = "draining";
        assertThat(named(ChoiceCheck.ONE_CANDIDATE)).isEmpty();

        fleet.worker(1).ranks.forEach(rank -> rank.ineligible = "unhealthy");
        assertThat(named(ChoiceCheck.ONE_CANDIDATE)).hasSize(1);
    }

    @Test
    void aRoleThatIsMissingInOneGroupIsAWarningWhileAnotherServes() {
        fleet.worker(Role.PREFILL, 1).group = "other";
        assertThat(named(WorkerCheck.ROLE_MISSING))
                .singleElement()
                .satisfies(finding -> assertThat(finding.status()).isEqualTo(Severity.WARN));

        fleet.worker(2).ranks.forEach(rank -> rank.ineligible = "failing");
        fleet.worker(3).ranks.forEach(rank -> rank.ineligible = "failing");
        assertThat(named(WorkerCheck.ROLE_MISSING))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.status()).isEqualTo(Severity.FAIL));
    }

    @Test
    void aBreakerThatIsOnTrialIsAWarning() {
        fleet.rank(0, 0).answers = Circuit.State.HALF_OPEN;
        fleet.rank(0, 1).answers = Circuit.State.OPEN;
        assertThat(named(WorkerCheck.BREAKER_OPEN))
                .extracting(Finding::status)
                .containsExactly(Severity.WARN, Severity.FAIL);
    }

    @Test
    void drainingTakesAsLongAsItsRequests() {
        fleet.worker(0).drainedFor(Duration.ofMinutes(5));
        fleet.rank(0, 0).requests = 1;
        assertThat(named(WorkerCheck.DRAINING_LONG)).isEmpty();

        fleet.rank(0, 0).requests = 0;
        assertThat(named(WorkerCheck.DRAINING_LONG)).hasSize(1);

        fleet.rank(0, 0).requests = 1;
        fleet.worker(0).drainedFor(Duration.ofMinutes(31));
        assertThat(named(WorkerCheck.DRAINING_LONG)).hasSize(1);
    }

    @Test
    void loadThatDisagreesForLongIsNamedWithBothCounts() {
        fleet.rank(0, 1).requests = 7;
        fleet.rank(0, 1).engineLoad = saying(Freshness.FRESH, false);
        assertThat(named(WorkerCheck.LOAD_DISAGREES)).isEmpty();

        fleet.rank(0, 1).engineLoad = saying(Freshness.STALE, true);
        assertThat(named(WorkerCheck.LOAD_DISAGREES)).isEmpty();

        fleet.rank(0, 1).engineLoad = saying(Freshness.FRESH, true);
        assertThat(named(WorkerCheck.LOAD_DISAGREES))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen())
                        .isEqualTo(
                                "the engine has counted otherwise for 40 s; now it has 470 running and 10 waiting, and the"
                                        + " router has 7 there"));
    }

    private static RankLoad saying(Freshness freshness, boolean forLong) {
        RankReading reading = new RankReading(470, 10, 0.5, 0);
        return new RankLoad(freshness, reading, Duration.ofSeconds(1), Duration.ofSeconds(40), forLong);
    }

    /** One question that fails while the answer before still counts is nobody's trouble. */
    @Test
    void loadIsUnknownWhereNothingFreshIsKnown() {
        fleet.worker(0).loadPoll =
                new PollStatus(PollState.UNAUTHORISED, "/v1/loads", "/v1/loads answered 401", Instant.EPOCH);
        assertThat(named(WorkerCheck.LOAD_UNKNOWN)).isEmpty();

        fleet.rank(0, 1).engineLoad = saying(Freshness.STALE, false);
        assertThat(named(WorkerCheck.LOAD_UNKNOWN))
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.seen())
                                .isEqualTo(
                                        "the load of 1 of 2 ranks is not known: /v1/loads is unauthorised (/v1/loads answered 401)"));

        fleet.worker(0).loadPoll = new PollStatus(PollState.OK, "/metrics", "", Instant.EPOCH);
        assertThat(named(WorkerCheck.LOAD_UNKNOWN))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).endsWith("/metrics leaves them out"));

        for (PollState quiet : List.of(PollState.OFF, PollState.PENDING)) {
            fleet.worker(0).loadPoll = new PollStatus(quiet, "", "", Instant.EPOCH);
            assertThat(named(WorkerCheck.LOAD_UNKNOWN)).isEmpty();
        }
    }

    @Test
    void loadStreamThatIsListenedToInVainIsNamed() {
        fleet.worker(0).loadPoll = new PollStatus(PollState.OK, "/v1/loads", "no load stream", Instant.EPOCH);
        assertThat(named(WorkerCheck.LOAD_STREAM_UNHEARD)).isEmpty();

        fleet.worker(0).loadPoll =
                new PollStatus(PollState.OK, "/v1/loads", "the load stream of rank 0 is silent", Instant.EPOCH, true);
        assertThat(named(WorkerCheck.LOAD_STREAM_UNHEARD))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen())
                        .isEqualTo("the load stream of rank 0 is silent; /v1/loads is asked instead"));
    }

    @Test
    void promptsThatWaitInVainAreNamed() {
        fleet.unhashed.put(UnhashedReason.TOKENIZER_TIMEOUT, 3L);
        assertThat(named(PromptCheck.TOKENIZER_OVERLOADED))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).isEqualTo("3 of 103 prompts: tokenizer_timeout"));
    }

    @Test
    void fewShortPromptsAmongLongOnesAreUsual() {
        RoleTally none = new RoleTally(0, 0);
        fleet.choices = new ChoiceTally(100, 50, none, none, none);
        assertThat(named(ChoiceCheck.PROMPTS_TOO_SHORT)).isEmpty();

        fleet.choices = new ChoiceTally(100, 51, none, none, none);
        assertThat(named(ChoiceCheck.PROMPTS_TOO_SHORT)).hasSize(1);
    }

    @Test
    void certificatesAreNamedTwoWeeksBeforeTheirEnd() {
        fleet.certificate(Duration.ofDays(15), "");
        assertThat(named(WorkerCheck.CERTIFICATE_EXPIRES)).isEmpty();

        fleet.certificate(Duration.ofDays(13), "");
        fleet.certificate(Duration.ofDays(-1), "");
        fleet.certificate(Duration.ofDays(90), "is no certificate");
        assertThat(named(WorkerCheck.CERTIFICATE_EXPIRES))
                .extracting(Finding::status)
                .containsExactly(Severity.WARN, Severity.FAIL, Severity.FAIL);
    }

    @Test
    void snapshotThatWasRefusedOrDamagedIsNamed() {
        Path path = Path.of("index.snapshot");
        assertThat(named(ViewCheck.SNAPSHOT_REFUSED)).isEmpty();

        fleet.snapshot = Given.snapshot(path, null, Map.of(RankLoss.RESTARTED, 3L, RankLoss.GAP, 1L), null, 0);
        assertThat(named(ViewCheck.SNAPSHOT_REFUSED)).isEmpty();

        fleet.snapshot = Given.snapshot(path, Refusal.TRUNCATED, Map.of(), null, 0);
        assertThat(named(ViewCheck.SNAPSHOT_REFUSED)).extracting(Finding::seen).containsExactly("truncated: ");

        fleet.snapshot = Given.snapshot(path, null, Map.of(RankLoss.CORRUPT, 2L), null, 0);
        assertThat(named(ViewCheck.SNAPSHOT_REFUSED))
                .extracting(Finding::seen)
                .containsExactly("corrupt: 2 ranks of the file were not used");
    }

    @Test
    void snapshotThatIsNotWrittenWholeIsNamed() {
        Path path = Path.of("index.snapshot");
        fleet.snapshot = Given.snapshot(path, null, Map.of(), null, 0);
        assertThat(named(ViewCheck.SNAPSHOT_UNWRITTEN)).isEmpty();

        fleet.snapshot = Given.snapshot(path, null, Map.of(), WriteFault.NO_SPACE, 4);
        assertThat(named(ViewCheck.SNAPSHOT_UNWRITTEN))
                .extracting(Finding::seen)
                .containsExactly("no_space: what it was", "4 ranks do not fit snapshot.max_size");
    }

    @Test
    void trafficThatNoEventCreditsIsNamedByItsKind() {
        Given.Rank rank = fleet.rank(0, 0);
        rank.adaptersByNumber = 3;
        rank.extraKeyed = 4;
        assertThat(named(ViewCheck.TRAFFIC_UNCREDITED))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen())
                        .isEqualTo("3 blocks of adapters that events name by number only; 4 blocks that hold images or"
                                + " other content beside their tokens"));
    }

    /** Plain requests that all come true do not hide it. */
    @Test
    void requestsWithASaltAreJudgedApart() {
        Given.Rank rank = fleet.rank(0, 0);
        rank.confirmed = 1_000;
        rank.missed = 4;
        rank.apartMissed = 4;
        assertThat(named(ViewCheck.TRAFFIC_UNCREDITED)).isEmpty();

        rank.missed = 8;
        rank.apartMissed = 8;
        assertThat(named(ViewCheck.TRAFFIC_UNCREDITED)).hasSize(1);
        assertThat(named(ViewCheck.EXPECTED_UNCONFIRMED)).isEmpty();

        rank.apartConfirmed = 2;
        assertThat(named(ViewCheck.TRAFFIC_UNCREDITED)).isEmpty();
    }
}
