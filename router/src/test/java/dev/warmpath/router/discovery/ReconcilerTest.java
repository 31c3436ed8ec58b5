package dev.warmpath.router.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Presence;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.index.PrefixIndex;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fleet becomes what its sources say; who is announced as before is not touched. */
class ReconcilerTest {

    private static final String A = "http://a:1";
    private static final String B = "http://b:1";
    private static final String C = "http://c:1";

    private final WarmpathSettings settings = settings();
    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final HostNames names = new HostNames(InetAddress::getAllByName);
    private final EventStreams streams = new EventStreams(EventSettings.defaults(), names);
    private long now = 1_000_000_000L;
    private final Map<String, Long> requests = new HashMap<>();
    private final Fleet fleet = new Fleet(
            index, streams, PortBlockAllocator.system(), BreakerSettings.defaults(), () -> now, worker -> null);
    private final Members members = new Members(fleet);
    private final Reconciler reconciler =
            new Reconciler(settings, fleet, members, worker -> requests.getOrDefault(worker.id(), 0L), () -> now);
    private final InstantSource clock = () -> Instant.ofEpochSecond(0, now);
    private final SourceLedger east = new SourceLedger(settings.discovery().get(0), clock);
    private final SourceLedger west = new SourceLedger(settings.discovery().get(1), clock);

    private static WarmpathSettings settings() {
        LoadResult result = ConfigLoader.loadText("""
                scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}, mixed: {overlap_weight: 20}}
                models: [{name: m}]
                discovery:
                  - {name: east, hold: 10s, drain: 5m, max_workers: 3, worker: {role: mixed}, dns: {name: e, port: 1}}
                  - {name: west, hold: 10s, worker: {role: mixed}, dns: {name: w, port: 1}}
                """, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        return ((LoadResult.Loaded) result).settings();
    }

    @AfterEach
    void tearDown() {
        streams.close();
        names.close();
    }

    private static Announcement worker(String url, Presence presence, Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(Map.of("url", url, "role", "mixed", "engine", "sglang"));
        values.putAll(more);
        return new Announcement("record of " + url, "", URI.create(url), values, presence);
    }

    private static Announcement worker(String url) {
        return worker(url, Presence.SERVING, Map.of());
    }

    private static WantedSet set(Announcement... all) {
        return new WantedSet(List.of(all), List.of());
    }

    private void say(SourceLedger source, Announcement... all) throws InterruptedException {
        reconciler.wanted(source, set(all));
    }

    private void say(SourceLedger source, String... urls) throws InterruptedException {
        say(source, Stream.of(urls).map(ReconcilerTest::worker).toArray(Announcement[]::new));
    }

    private void pass(Duration time) throws InterruptedException {
        now += time.toNanos();
        reconciler.look(List.of(east, west));
    }

    private List<String> fleet() {
        return fleet.view().workers().stream().map(Worker::id).toList();
    }

    private Worker present(String id) {
        return Objects.requireNonNull(fleet.view().worker(id), id);
    }

    private static List<RejectionReason> reasons(SourceLedger source) {
        return source.status().rejected().stream().map(Rejection::reason).toList();
    }

    @Test
    void fleetMovesToTheWantedSet() throws Exception {
        say(east, A, B);
        assertThat(fleet()).containsExactly(A, B);
        assertThat(members.source(A)).isEqualTo("east");

        say(east, B, C);

        assertThat(fleet()).containsExactly(B, C);
        assertThat(east.status().workers()).isEqualTo(2);
        assertThat(east.status().state()).isEqualTo(SourceState.FOLLOWING);
    }

    /** Scenario 78: announced again is announced once. */
    @Test
    void whoIsAnnouncedAsBeforeIsNotTouched() throws Exception {
        say(east, A, B);
        Worker before = present(A);
        Instant change = Objects.requireNonNull(east.status().lastChange());
        now += 1_000_000;

        say(east, B, A);
        say(east, A, B);

        assertThat(present(A)).as("with its streams, its index and its load").isSameAs(before);
        assertThat(fleet()).hasSize(2);
        assertThat(east.status().lastChange()).isEqualTo(change);
    }

    /** Scenario 78: replaced, not accumulated. */
    @Test
    void changedWorkerTakesItsOwnPlaceAndStaysDrained() throws Exception {
        say(east, A, B);
        fleet.drain(A, true);
        Instant drained = fleet.drainingSince(A);

        say(east, worker(A, Presence.SERVING, Map.of("role", "decode", "protocol", "sglang-bootstrap")), worker(B));

        assertThat(fleet()).containsExactlyInAnyOrder(A, B);
        assertThat(present(A).settings().role()).isEqualTo(Role.DECODE);
        assertThat(fleet.drainingSince(A)).isNotNull().isEqualTo(drained);
    }

    /** Scenario 78: an address that another process has taken over holds nothing of what the one before held. */
    @Test
    void anotherProcessUnderTheSameUrlIsAnotherWorker() throws Exception {
        say(east, new Announcement("pod-1", "uid-1", URI.create(A), worker(A).values(), Presence.SERVING));
        Worker before = present(A);

        say(
                east,
                new Announcement("pod-1", "uid-1", URI.create(A), worker(A).values(), Presence.LEAVING),
                new Announcement("pod-2", "uid-2", URI.create(A), worker(A).values(), Presence.SERVING));

        assertThat(present(A)).isNotSameAs(before);
        assertThat(present(A).withdrawn()).isFalse();
        assertThat(reasons(east)).as("who leaves is in nobody's way").isEmpty();
    }

    @Test
    void workerOfOneSourceIsNeverTouchedByAnother() throws Exception {
        members.join(AnnouncedWorkers.good(worker(C), settings, fleet), Members.CONFIGURATION, null);
        say(east, A);

        say(west, A, B, C);

        assertThat(members.source(A)).isEqualTo("east");
        assertThat(members.source(C)).isEqualTo(Members.CONFIGURATION);
        assertThat(reasons(west)).containsExactly(RejectionReason.URL_TAKEN, RejectionReason.URL_TAKEN);
        assertThat(west.status().rejected().get(0).detail()).contains(A, "east");
        say(west, B);
        assertThat(fleet()).as("withdrawn by who did not put it there").contains(A, C);
    }

    @Test
    void whoWasInTheWayOfNobodyElseIsFollowedByTheNext() throws Exception {
        say(east, A, B);
        say(west, A);
        Worker before = present(A);

        say(east, B);
        pass(Duration.ofSeconds(1));

        assertThat(members.source(A)).isEqualTo("west");
        assertThat(present(A)).isNotSameAs(before);
        assertThat(reasons(west)).isEmpty();
    }

    @Test
    void oneUrlTwiceInOneSourceIsOneWorkerAndAFault() throws Exception {
        Announcement second =
                new Announcement("another record", "", URI.create(A), worker(A).values(), Presence.SERVING);

        say(east, worker(A), second);
        Worker before = present(A);
        say(east, second, worker(A));

        assertThat(fleet()).containsExactly(A);
        assertThat(present(A)).as("who is there stays, whatever the order").isSameAs(before);
        assertThat(reasons(east)).containsExactly(RejectionReason.URL_TWICE);
        assertThat(east.status().rejected().get(0).origin()).isEqualTo("another record");
    }

    @Test
    void badWorkerCostsOnlyItselfAndIsCountedOnce() throws Exception {
        Announcement bad = worker(B, Presence.SERVING, Map.of("models", List.of("foreign"), "api_key", "hunter2"));

        say(east, worker(A), bad, worker(C));
        say(east, worker(A), bad, worker(C));

        assertThat(fleet()).containsExactly(A, C);
        assertThat(reasons(east)).containsExactly(RejectionReason.BAD_WORKER);
        assertThat(east.status().rejected().get(0).detail())
                .contains("models", "foreign")
                .doesNotContain("hunter2");
        assertThat(east.status().rejections()).containsEntry(RejectionReason.BAD_WORKER, 1L);
    }

    @Test
    void sourceYieldsNoMoreWorkersThanItMay() throws Exception {
        say(east, A, B, C, "http://d:1", "http://e:1");

        assertThat(fleet()).hasSize(3);
        assertThat(east.status().rejectedNow()).containsEntry(RejectionReason.TOO_MANY_WORKERS, 2);
    }

    @Test
    void sourceThatSuddenlyYieldsNobodyIsBelievedOnlyAfterItsHold() throws Exception {
        say(east, A, B);
        Worker before = present(A);

        say(east, new Announcement[0]);
        pass(Duration.ofSeconds(9));

        assertThat(present(A)).isSameAs(before);
        assertThat(present(A).withdrawn()).isFalse();
        assertThat(east.status().state()).isEqualTo(SourceState.HOLDING);
        assertThat(east.status().detail()).contains("10 s");

        pass(Duration.ofSeconds(1));

        assertThat(fleet()).isEmpty();
        assertThat(east.status().state()).isEqualTo(SourceState.FOLLOWING);
    }

    @Test
    void sourceThatFlapsCostsNothing() throws Exception {
        say(east, A, B);
        Worker before = present(A);

        for (int i = 0; i < 20; i++) {
            say(east, new Announcement[0]);
            pass(Duration.ofSeconds(9));
            say(east, A, B);
        }
        say(east, new Announcement[0]);
        pass(Duration.ofSeconds(2));

        assertThat(present(A)).isSameAs(before);
        assertThat(east.status().state()).as("the time begins anew").isEqualTo(SourceState.HOLDING);
    }

    @Test
    void allUnreadyAtOnceIsHeldLikeNobody() throws Exception {
        say(east, A);

        say(east, worker(A, Presence.NOT_READY, Map.of()));

        assertThat(present(A).withdrawn()).isFalse();
        assertThat(east.status().state()).isEqualTo(SourceState.HOLDING);
    }

    @Test
    void sourceThatBreaksKeepsTheLastSetAndSaysSo() throws Exception {
        say(east, A, B);

        reconciler.broken(east, new SourceFault(FaultReason.UNREACHABLE, "connection refused"));
        reconciler.broken(east, new SourceFault(FaultReason.UNREACHABLE, "connection refused"));
        pass(Duration.ofHours(2));

        assertThat(fleet()).containsExactly(A, B);
        assertThat(present(A).withdrawn()).isFalse();
        SourceStatus status = east.status();
        assertThat(status.state()).isEqualTo(SourceState.BROKEN);
        assertThat(status.fault()).isEqualTo(FaultReason.UNREACHABLE);
        assertThat(status.detail()).isEqualTo("connection refused");
        assertThat(status.since()).isEqualTo(Instant.ofEpochSecond(1));
        assertThat(status.faults()).containsEntry(FaultReason.UNREACHABLE, 1L);
        say(east, A);
        assertThat(east.status().state()).isEqualTo(SourceState.FOLLOWING);
        assertThat(fleet()).containsExactly(A);
    }

    /** Scenario 81. */
    @Test
    void whoIsWithdrawnGetsNothingMoreAndLeavesWhenItsRequestsAreDone() throws Exception {
        say(east, A, B);
        requests.put(A, 3L);

        say(east, B);
        pass(Duration.ofMinutes(4));

        assertThat(present(A).state()).isEqualTo("withdrawn");
        requests.put(A, 0L);
        pass(Duration.ofSeconds(1));
        assertThat(fleet()).containsExactly(B);
    }

    @Test
    void whoIsNotDoneWhenTheDrainIsOverLeavesAllTheSame() throws Exception {
        say(east, A, B);
        requests.put(A, 3L);
        say(east, B);

        pass(Duration.ofMinutes(5));

        assertThat(fleet()).containsExactly(B);
    }

    @Test
    void whoIsAnnouncedAgainBeforeItHasLeftIsSimplyBack() throws Exception {
        say(east, A, B);
        Worker before = present(A);
        requests.put(A, 3L);
        say(east, B);

        say(east, A, B);
        pass(Duration.ofHours(1));

        assertThat(present(A)).isSameAs(before);
        assertThat(present(A).state()).isEqualTo(Worker.ACTIVE);
    }

    @Test
    void unreadyWorkerDoesNotJoinAndOneThatHasJoinedKeepsItsIndex() throws Exception {
        say(east, worker(A, Presence.NOT_READY, Map.of()), worker(B), worker(C, Presence.LEAVING, Map.of()));
        assertThat(fleet()).containsExactly(B);
        say(east, A, B);
        Worker before = present(A);

        say(east, worker(A, Presence.NOT_READY, Map.of()), worker(B));
        pass(Duration.ofHours(1));
        assertThat(present(A).state()).isEqualTo("withdrawn");

        say(east, A, B);
        assertThat(present(A)).isSameAs(before);
        assertThat(present(A).state()).isEqualTo(Worker.ACTIVE);
    }

    /** Scenario 81: who drained it did not mean to bring it back. */
    @Test
    void operatorsDrainSurvivesThatTheWorkerLeavesAndComesAgain() throws Exception {
        say(east, A, B);
        fleet.drain(A, true);
        Instant drained = fleet.drainingSince(A);
        say(east, B);
        assertThat(fleet()).containsExactly(B);

        say(east, A, B);

        assertThat(present(A).draining()).isTrue();
        assertThat(fleet.drainingSince(A)).isEqualTo(drained);
        fleet.drain(A, false);
        assertThat(present(A).state()).as("and it ends with an undrain").isEqualTo(Worker.ACTIVE);
    }

    /** It joined drained because it was drained when it changed; what it remembers of that must end there. */
    @Test
    void drainThatWasEndedDoesNotComeBackWithTheWorker() throws Exception {
        Announcement changed = worker(A, Presence.SERVING, Map.of("group", "g"));
        say(east, A, B);
        fleet.drain(A, true);
        say(east, changed, worker(B));
        assertThat(present(A).draining()).isTrue();
        fleet.drain(A, false);

        say(east, B);
        assertThat(fleet()).containsExactly(B);
        say(east, changed, worker(B));

        assertThat(present(A).draining()).isFalse();
    }

    @Test
    void withdrawalAndDrainAreTwoThings() throws Exception {
        say(east, A, B);
        fleet.drain(A, true);

        say(east, worker(A, Presence.NOT_READY, Map.of()), worker(B));
        say(east, A, B);

        assertThat(present(A).state()).isEqualTo("draining");
    }

    @Test
    void workerThatSomebodyTookOutAllTheSameComesBack() throws Exception {
        say(east, A, B);
        members.leave(A, Removal.ASKED);

        say(east, A, B);

        assertThat(fleet()).containsExactlyInAnyOrder(A, B);
        assertThat(members.source(A)).isEqualTo("east");
    }
}
