package dev.warmpath.router.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.cluster.bus.Bus;
import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.OverlapWeights;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routers that hear each other, some of what they say, or nothing: over a bus in this process. */
@Timeout(30)
class ClusterMemberTest {

    private static final OverlapWeights OTHER = new OverlapWeights(7, 3, 9.0);

    private final Hub hub = new Hub();
    private final List<Router> routers = new ArrayList<>();

    @AfterEach
    void stop() {
        routers.forEach(Router::close);
    }

    private static ConditionFactory await() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
    }

    private Router router(String name) {
        Router router = new Router(hub, name);
        routers.add(router);
        return router;
    }

    /** One joins after the other, so that {@code r1} is the hub's {@code member-1}. */
    private List<Router> together(int count) {
        List<Router> made = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            Router router = router("r" + i);
            await().until(() -> router.member.status().joins() == 1);
            made.add(router);
        }
        await().until(() -> made.stream().allMatch(router -> router.live() == count - 1));
        return made;
    }

    @Test
    void whatOneRouterBooksCountsOnTheOthersUntilItEnds() {
        List<Router> all = together(3);
        Choice.Single one = all.get(0).book(1, 8);
        all.get(0).book(1_000, 8);

        for (Router other : all.subList(1, 3)) {
            await().until(() -> other.others() == 2);
            assertThat(other.load(other.worker(number(one))).othersInflightBlocks())
                    .isEqualTo(16);
        }
        assertThat(all.get(0).others()).as("its own comes back to nobody").isZero();

        one.booking().release();
        await().until(() -> all.get(1).others() == 1 && all.get(2).others() == 1);
        assertThat(all.get(1).member.status().state()).isEqualTo(ClusterState.TOGETHER);
    }

    @Test
    void distinctPromptsAtSeveralRoutersSpreadAsThroughOne() {
        List<Router> all = together(4);
        AtomicInteger known = new AtomicInteger();
        for (int i = 0; i < 16; i++) {
            all.get(i % 4).book(10_000 * (i + 1), 8);
            known.incrementAndGet();
            await().until(() -> all.stream().allMatch(router -> total(router) == known.get()));
        }
        for (int worker = 0; worker < Router.WORKERS; worker++) {
            assertThat(all.get(0).load(all.get(0).worker(worker)).allRequests()).isEqualTo(4);
        }
    }

    private static int total(Router router) {
        return router.fleet.view().workers().stream()
                .mapToInt(worker -> router.load(worker).allRequests())
                .sum();
    }

    @Test
    void aLostRoutersLoadGoesAtOnceAndItIsNamed() {
        List<Router> all = together(2);
        all.get(0).book(1, 8);
        await().until(() -> all.get(1).others() == 1);

        hub.kill("member-1");

        await().until(() -> all.get(1).others() == 0);
        await().untilAsserted(() -> {
            ClusterStatus status = all.get(1).member.status();
            assertThat(status.state()).isEqualTo(ClusterState.ALONE);
            assertThat(status.members()).singleElement().satisfies(lost -> {
                assertThat(lost.name()).isEqualTo("r1");
                assertThat(lost.state()).isEqualTo(MemberState.LOST);
            });
        });
    }

    @Test
    void aRouterThatStopsIsNotLost() {
        List<Router> all = together(2);
        all.get(0).book(1, 8);
        await().until(() -> all.get(1).others() == 1);

        all.get(0).close();

        await().until(() -> all.get(1).others() == 0);
        await().until(() -> all.get(1).member.status().state() == ClusterState.ALONE);
        assertThat(all.get(1).member.status().members()).isEmpty();
    }

    @Test
    void aRouterThatIsNotHeardCountsForNothingUntilItIs() {
        List<Router> all = together(2);
        all.get(0).book(1, 8);
        await().until(() -> all.get(1).others() == 1);

        hub.let((from, to) -> !from.equals("member-1"));
        await().until(() -> all.get(1).others() == 0);
        await().until(() -> all.get(1).member.status().members(MemberState.SILENT) == 1);

        hub.heal();
        await().until(() -> all.get(1).others() == 1);
        await().until(() -> all.get(1).live() == 1);
    }

    @Test
    void whatWasLostOnTheWayIsMissedAndAskedFor() {
        List<Router> all = new ArrayList<>();
        for (String name : List.of("r1", "r2")) {
            // Everything is told so seldom that it would not come by itself.
            Duration seldom = Duration.ofMinutes(1);
            all.add(new Router(hub, name, Router.settings(name, null, 8, seldom), Router.WORKERS, 1_000));
        }
        routers.addAll(all);
        await().until(() -> all.get(1).live() == 1 && all.get(0).live() == 1);
        Choice.Single first = all.get(0).book(1, 8);
        all.get(0).book(1_000, 8);
        await().until(() -> all.get(1).others() == 2);

        AtomicInteger kept = new AtomicInteger();
        hub.let((from, to) -> !(from.equals("member-1") && to.equals("member-2") && kept.getAndIncrement() == 0));
        first.booking().release();
        await().until(() -> kept.get() == 1);
        assertThat(all.get(1).others()).as("it did not hear of the end").isEqualTo(2);
        all.get(0).book(2_000, 8);

        await().until(() -> all.get(1).others() == 2
                && all.get(1).load(all.get(1).worker(number(first))).othersRequests() == 0);
        await().untilAsserted(() -> {
            ClusterStatus status = all.get(1).member.status();
            assertThat(status.members().get(0).missed()).isEqualTo(1);
            assertThat(status.fullsAsked()).isPositive();
        });
    }

    @Test
    void weightsDrainsAndKeysThatAreChangedOnOneHoldOnAll() {
        List<Router> all = together(3);
        Router first = all.get(0);
        assertThat(first.shared.setWeights(first.chooser.weights(), OTHER)).isTrue();
        all.get(1).fleet.drain(Router.id(2), true);
        all.get(1).shared.drained(all.get(1).worker(2), true);
        all.get(2).keys.change(keys("ann"));

        await().until(() -> all.stream()
                .allMatch(router -> router.chooser.weights().equals(OTHER)
                        && router.worker(2).draining()
                        && router.keyNames().equals(List.of("ann"))));

        Router late = router("late");
        await().until(() -> late.chooser.weights().equals(OTHER)
                && late.worker(2).draining()
                && late.keyNames().equals(List.of("ann")));
    }

    @Test
    void whoSawOtherWeightsDoesNotOverwriteThem() {
        Router router = router("r1");
        OverlapWeights seen = router.chooser.weights();
        assertThat(router.shared.setWeights(seen, OTHER)).isTrue();
        assertThat(router.shared.setWeights(seen, new OverlapWeights(1, 1, 1.0)))
                .isFalse();
        assertThat(router.chooser.weights()).isEqualTo(OTHER);
    }

    @Test
    void afterAPartitionTheLaterChangeHoldsOnBothSides() {
        List<Router> all = together(2);
        hub.part("member-1");
        await().until(() -> all.get(0).live() + all.get(1).live() == 0);
        OverlapWeights later = new OverlapWeights(5, 5, 5.0);
        all.get(0).millis.set(9_000);
        all.get(0).shared.setWeights(all.get(0).chooser.weights(), later);
        all.get(1).shared.setWeights(all.get(1).chooser.weights(), OTHER);
        all.get(0).book(1, 8);

        hub.heal();

        await().until(() -> all.get(0).live() == 1 && all.get(1).live() == 1);
        await().until(() ->
                all.get(1).chooser.weights().equals(later) && all.get(1).others() == 1);
        assertThat(all.get(0).chooser.weights()).isEqualTo(later);
    }

    /** Long before it would notice by hearing nothing, and with nobody beside who is not there any more. */
    @Test
    void whoseHalfWasTakenInByAnotherJoinsAnew() {
        List<Router> all = together(3);
        all.get(1).book(1, 8);
        await().until(() -> all.get(0).others() == 1 && all.get(2).others() == 1);

        hub.takeIn("member-2");

        await().until(() -> all.get(1).member.status().joins() == 2);
        await().until(() -> all.stream().allMatch(router -> router.live() == 2));
        await().until(() -> all.get(0).others() == 1 && all.get(2).others() == 1);
        assertThat(all).allMatch(router -> router.member.status().members().size() == 2);
    }

    @Test
    void aChangeOnARouterWhoseClockIsBehindIsStillTheNewestWhereItKnewTheOther() {
        List<Router> all = together(2);
        all.get(0).millis.set(1_000_000);
        all.get(0).shared.setWeights(all.get(0).chooser.weights(), OTHER);
        await().until(() -> all.get(1).chooser.weights().equals(OTHER));

        OverlapWeights newest = new OverlapWeights(1, 2, 3.0);
        all.get(1).shared.setWeights(OTHER, newest);

        await().until(() -> all.get(0).chooser.weights().equals(newest));
    }

    @Test
    void aDrainWaitsForItsWorkerAndIsPutInForceOnce() {
        Router first = router("r1");
        first.add(7);
        first.fleet.drain(Router.id(7), true);
        first.shared.drained(first.worker(7), true);
        Router second = router("r2");
        await().until(() -> second.shared.size() == 1);

        second.add(7);
        await().until(() -> second.worker(7).draining());

        second.fleet.drain(Router.id(7), false);
        second.shared.remindOfDrains();
        assertThat(second.worker(7).draining()).as("what is done later stays").isFalse();
    }

    @Test
    void onlyWhoKnowsTheSecretIsHeard() {
        Router member = new Router(hub, "r1", Router.settings("r1", "s3cret", 8), Router.WORKERS, 1_000);
        Router knows = new Router(hub, "r2", Router.settings("r2", "s3cret", 8), Router.WORKERS, 1_000);
        Router guesses = new Router(hub, "r3", Router.settings("r3", "guess", 8), Router.WORKERS, 1_000);
        routers.addAll(List.of(member, knows, guesses));
        guesses.shared.setWeights(guesses.chooser.weights(), OTHER);
        guesses.book(1, 8);
        await().until(() -> member.live() == 1);
        hub.intrude(Buffer.buffer("no message"));

        await().until(() -> member.member.status().refused().getOrDefault(Refused.UNSIGNED, 0L) > 1);
        assertThat(member.live()).isEqualTo(1);
        assertThat(member.others()).isZero();
        assertThat(member.chooser.weights()).isNotEqualTo(OTHER);
        assertThat(hub.said).noneMatch(message -> message.toString().contains("s3cret"));
    }

    /** Said by somebody who wrote it down, whether its sender is there or gone, and to a router that never met it. */
    @Test
    void whatWasSaidBeforeBringsBackNeitherARouterNorItsLoad() {
        Router first = router("r1");
        Router second = router("r2");
        await().until(() -> first.live() == 1 && second.live() == 1);
        second.shared.setWeights(second.chooser.weights(), OTHER);
        second.book(1, 8);
        await().until(() -> first.others() == 1 && first.chooser.weights().equals(OTHER));
        List<Buffer> written = List.copyOf(hub.said);

        written.forEach(hub::intrude);
        await().until(() -> first.member.status().refused().getOrDefault(Refused.REPLAYED, 0L) > 0);
        assertThat(first.others()).isEqualTo(1);

        hub.kill("member-2");
        await().until(() -> first.live() == 0);
        written.forEach(hub::intrude);
        long sent = first.member.status().sent();
        await().until(() -> first.member.status().sent() > sent + 3);
        assertThat(first.live()).isZero();
        assertThat(first.others()).isZero();

        Router third = router("r3");
        await().until(() -> third.live() == 1 && third.shared.size() == 1);
        OverlapWeights newer = new OverlapWeights(1, 2, 3.0);
        third.shared.setWeights(third.chooser.weights(), newer);
        written.forEach(hub::intrude);
        long said = third.member.status().sent();
        await().until(() -> third.member.status().sent() > said + 3);
        assertThat(third.live()).isEqualTo(1);
        assertThat(third.chooser.weights()).isEqualTo(newer);
    }

    @Test
    void moreRoutersThanAreTakenAreCountedAndLeftOut() {
        Router small = new Router(hub, "r1", Router.settings("r1", null, 2), Router.WORKERS, 1_000);
        routers.add(small);
        Router second = router("r2");
        await().until(() -> small.live() == 1);
        Router third = router("r3");
        await().until(() -> second.live() == 2 && third.live() == 2);

        await().until(() -> small.member.status().refused().getOrDefault(Refused.TOO_MANY_MEMBERS, 0L) > 0);
        assertThat(small.live()).isEqualTo(1);
    }

    @Test
    void loadOnAWorkerThatIsNotRegisteredHereCountsAsSoonAsItIs() {
        Router first = new Router(hub, "r1", Router.settings("r1", null, 8), 1, 1_000);
        Router second = new Router(hub, "r2", Router.settings("r2", null, 8), 0, 1_000);
        routers.addAll(List.of(first, second));
        await().until(() -> second.live() == 1);
        first.book(1, 8);

        second.add(0);

        await().until(() -> second.others() == 1);
    }

    @Test
    void aRouterByItselfSaysThatItIsAlone() {
        Router router = router("r1");
        await().until(() -> router.member.status().state() == ClusterState.ALONE);
        assertThat(router.book(1, 8).booking().requestBlocks()).isEqualTo(8);
    }

    /** An own host that has no address yet, for example. What throws must not end all further tries. */
    @Test
    void whoCannotEvenTryToJoinSaysWhyAndTriesAgain() {
        AtomicInteger tries = new AtomicInteger();
        Bus.Joining joining = listener -> {
            if (tries.incrementAndGet() == 1) {
                throw new IllegalStateException("cluster.host r1 has no address");
            }
            return hub.join(listener);
        };
        try (Router router = new Router(joining, "r1", Router.settings("r1", null, 8), 1, 1_000)) {
            await().until(() -> "cluster.host r1 has no address"
                    .equals(router.member.status().trouble()));
            await().until(() -> router.member.status().state() == ClusterState.ALONE);
        }
    }

    @Test
    void whoHasStoppedWhenItCouldHaveJoinedLeavesAtOnce() {
        Promise<Bus> joined = Promise.promise();
        AtomicReference<Bus.Listener> listener = new AtomicReference<>();
        Bus.Joining joining = told -> {
            listener.set(told);
            return joined.future();
        };
        Router router = new Router(joining, "r1", Router.settings("r1", null, 8), 1, 1_000);
        await().until(() -> listener.get() != null);
        router.close();
        Bus bus = hub.join(Objects.requireNonNull(listener.get())).result();
        assertThat(bus.members()).isEqualTo(1);

        joined.complete(bus);

        assertThat(bus.members()).isZero();
    }

    private static int number(Choice.Single choice) {
        String worker = choice.booking().target().worker();
        return Integer.parseInt(worker.substring("http://10.0.0.".length(), worker.lastIndexOf(':'))) - 1;
    }

    private static ClientKeys keys(String name) {
        return ClientKeys.of(List.of(new ClientKey(name, "ab".repeat(32))));
    }
}
