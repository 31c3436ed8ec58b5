package dev.warmpath.router.hints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.Ineligibility;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.choice.Place;
import dev.warmpath.scorer.choice.Wish;
import dev.warmpath.scorer.feedback.CacheReports;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where sessions live, and what that is worth against the caches and the load. */
class SessionsTest {

    private static final int SESSIONS = 400;

    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Sessions soft = sessions(SessionMode.SOFT);
    private final List<Candidate> targets = mixed(4);
    private int made;

    private Sessions sessions(SessionMode mode) {
        return sessions(mode, (pairing, first, second) -> 0);
    }

    private Sessions sessions(SessionMode mode, Sessions.Distance distance) {
        return new Sessions(HintSettings.defaults().withSessions(mode), new HintMetrics(registry), distance);
    }

    private List<Candidate> mixed(int count) {
        List<Candidate> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(candidate(Role.MIXED));
        }
        return some;
    }

    private Candidate candidate(Role role) {
        Target target = new Target("http://10.0.0." + ++made + ":30000", 0);
        return new Candidate(role, index.addRank(target, 4), () -> 1);
    }

    private static Hints session(long number) {
        return new Hints(Retention.UNSAID, number);
    }

    private static List<Pairing> pool(List<Candidate> targets) {
        return List.of(new Pairing("g", Protocol.NONE, targets, List.of()));
    }

    private static Candidate home(Sessions sessions, long session, List<Candidate> targets) {
        Candidate first =
                sessions.wish(session(session), pool(targets), Set.of()).first();
        if (first == null) {
            throw new AssertionError("no home");
        }
        return first;
    }

    @Test
    void everyRouterFindsTheSameHomeWhateverTheOrder() {
        List<Candidate> other = new ArrayList<>(targets);
        Collections.reverse(other);
        Sessions elsewhere = sessions(SessionMode.HARD);
        for (long session = 1; session <= SESSIONS; session++) {
            assertThat(home(elsewhere, session, other)).isSameAs(home(soft, session, targets));
        }
    }

    @Test
    void sessionsSpreadEvenly() {
        Map<Candidate, Integer> counts = new HashMap<>();
        for (long session = 1; session <= SESSIONS; session++) {
            counts.merge(home(soft, session * 7919, targets), 1, Integer::sum);
        }
        assertThat(counts).hasSize(4);
        assertThat(counts.values()).allMatch(count -> count > 60 && count < 140);
    }

    /** Only the sessions of the target that drains move, and they come back. */
    @Test
    void aSessionSurvivesADrain() {
        Map<Long, Candidate> before = new HashMap<>();
        for (long session = 1; session <= SESSIONS; session++) {
            before.put(session, home(soft, session, targets));
        }
        Candidate drained = targets.get(0);
        drained.bar(Ineligibility.DRAINING);
        before.forEach((session, at) -> {
            Candidate now = home(soft, session, targets);
            if (at == drained) {
                assertThat(now).isNotSameAs(drained);
            } else {
                assertThat(now).isSameAs(at);
            }
        });
        drained.admit(Ineligibility.DRAINING);
        before.forEach((session, at) -> assertThat(home(soft, session, targets)).isSameAs(at));
    }

    /** By hashing alone one in five would move to the newcomer; what has begun stays. */
    @Test
    void aSessionThatHasBegunStaysWhenTheFleetGrows() {
        Map<Long, Candidate> before = new HashMap<>();
        for (long session = 1; session <= SESSIONS; session++) {
            before.put(session, home(soft, session, targets));
        }
        List<Candidate> grown = new ArrayList<>(targets);
        grown.addAll(mixed(1));
        before.forEach((session, at) -> assertThat(home(soft, session, grown)).isSameAs(at));
        int moved = 0;
        for (long session = SESSIONS + 1; session <= 2 * SESSIONS; session++) {
            moved += home(soft, session, grown) == grown.get(4) ? 1 : 0;
        }
        assertThat(moved).as("new sessions go to the newcomer, too").isBetween(40, 130);
    }

    @Test
    void aTargetThatHasLeftIsForgotten() {
        long session = 1;
        Candidate gone = home(soft, session, targets);
        List<Candidate> left = new ArrayList<>(targets);
        left.remove(gone);
        Candidate next = home(soft, session, left);
        assertThat(next).isNotSameAs(gone);
        assertThat(home(soft, session, targets)).as("its cache is there now").isSameAs(next);
    }

    @Test
    void bothLegsOfAPairAreOfOneGroup() {
        Pairing a =
                new Pairing("a", Protocol.VLLM_NIXL, List.of(candidate(Role.PREFILL)), List.of(candidate(Role.DECODE)));
        Pairing b =
                new Pairing("b", Protocol.VLLM_NIXL, List.of(candidate(Role.PREFILL)), List.of(candidate(Role.DECODE)));
        for (long session = 1; session <= 20; session++) {
            Wish wish = soft.wish(session(session), List.of(a, b), Set.of());
            Pairing of = a.prefill().contains(wish.first()) ? a : b;
            assertThat(of.decode()).contains(wish.second());
        }
    }

    private Candidate standing(Role role, String rack) {
        Target target = new Target("http://10.0.0." + ++made + ":30000", 0);
        return new Candidate(
                role,
                index.addRank(target, 4),
                () -> 1,
                new CacheReports(),
                Place.of(new TopologyLabels(null, null, rack, null)));
    }

    /** The legs of a session stand where their hand-off is cheapest, whichever of them the session draws to. */
    @Test
    void secondLegOfASessionIsTheNearestToItsFirst() {
        List<Candidate> prefill = new ArrayList<>();
        List<Candidate> decode = new ArrayList<>();
        for (String rack : List.of("r1", "r2", "r3")) {
            prefill.add(standing(Role.PREFILL, rack));
            decode.add(standing(Role.DECODE, rack));
            decode.add(standing(Role.DECODE, rack));
        }
        List<Pairing> pairings = List.of(new Pairing("g", Protocol.VLLM_NIXL, prefill, decode));
        Sessions near = sessions(SessionMode.SOFT, chooser()::distance);
        Set<Candidate> seconds = new HashSet<>();
        for (long session = 1; session <= 60; session++) {
            Wish wish = near.wish(session(session * 7919), pairings, Set.of());
            Candidate second = Objects.requireNonNull(wish.second());
            assertThat(second.place())
                    .isEqualTo(Objects.requireNonNull(wish.first()).place());
            seconds.add(second);
        }
        assertThat(seconds).as("those that are equally near share the sessions").hasSize(6);
    }

    /** Where nearness is required, a prefill target without a decode target beside it has no sessions. */
    @Test
    void sessionIsNeverGivenAPairThatMustNotBe() {
        Candidate lonely = standing(Role.PREFILL, "r1");
        Candidate together = standing(Role.PREFILL, "r2");
        Candidate decode = standing(Role.DECODE, "r2");
        List<Pairing> pairings =
                List.of(new Pairing("g", Protocol.VLLM_NIXL, List.of(lonely, together), List.of(decode)));
        PairChooser chooser = new PairChooser(
                index,
                ScoringSettings.withWeights(20, 2, 20.0)
                        .withTransfer(new TransferSettings(0, 0.1, 0.2, 0.5, 1, TransferSettings.Label.RACK)),
                () -> 1);
        Sessions near = sessions(SessionMode.HARD, chooser::distance);
        for (long session = 1; session <= 20; session++) {
            Wish wish = near.wish(session(session * 7919), pairings, Set.of());
            assertThat(wish.first()).isSameAs(together);
            assertThat(wish.second()).isSameAs(decode);
        }
    }

    @Test
    void withoutASessionThereIsNoWish() {
        assertThat(soft.wish(Hints.NONE, pool(targets), Set.of())).isSameAs(Wish.NONE);
        assertThat(soft.wish(new Hints(Retention.LONG, 0), pool(targets), Set.of())
                        .weightFactor())
                .isEqualTo(2);
        assertThat(soft.wish(new Hints(Retention.OPT_OUT, 0), pool(targets), Set.of())
                        .weightFactor())
                .isEqualTo(0.1);
    }

    private PairChooser chooser() {
        return new PairChooser(index, ScoringSettings.withWeights(20, 2, 20.0), () -> 1);
    }

    private static HashedPrompt prompt(int from, int blocks) {
        int[] tokens = new int[4 * blocks];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = from + i;
        }
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
    }

    private Candidate choose(PairChooser chooser, Sessions sessions, HashedPrompt prompt, long session) {
        List<Pairing> pool = pool(targets);
        Wish wish = sessions.wish(session(session), pool, Set.of());
        Choice choice = chooser.choose(prompt, pool, Set.of(), wish);
        sessions.chosen(wish, choice);
        return ((Choice.Single) choice).target();
    }

    /** 32 blocks of bonus: a home that is busier by less is taken, one that is busier by more is not. */
    @Test
    void softIsWorthSoManyBlocksOfQueueAndNoMore() {
        PairChooser chooser = chooser();
        Candidate home = home(soft, 1, targets);
        Choice.Single busy = (Choice.Single) chooser.choose(prompt(1_000, 14), pool(List.of(home)), Set.of());
        assertThat(chooser.load(home).inflightBlocks()).isEqualTo(28);
        busy.booking().refund();
        chooser.choose(prompt(2_000, 10), pool(List.of(home)), Set.of());
        assertThat(choose(chooser, soft, prompt(3_000, 1), 1)).isSameAs(home);
        chooser.choose(prompt(4_000, 40), pool(List.of(home)), Set.of());
        assertThat(choose(chooser, soft, prompt(5_000, 1), 1)).isNotSameAs(home);
        assertThat(registry.get("warmpath.session.choices")
                        .tag("outcome", "kept")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("warmpath.session.choices")
                        .tag("outcome", "elsewhere")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void hardStaysWhateverTheLoadAndGoesOnWhereItCannot() {
        Sessions hard = sessions(SessionMode.HARD);
        PairChooser chooser = chooser();
        Candidate home = home(hard, 1, targets);
        chooser.choose(prompt(1_000, 400), pool(List.of(home)), Set.of());
        assertThat(choose(chooser, hard, prompt(2_000, 1), 1)).isSameAs(home);
        home.bar(Ineligibility.UNHEALTHY);
        assertThat(choose(chooser, hard, prompt(3_000, 1), 1)).isNotSameAs(home);
    }

    /** A gauge holds what it reads weakly unless told otherwise; then it reads nothing after a collection. */
    @Test
    void rememberedSessionsAreToldAfterACollection() {
        home(soft, 1, targets);
        WeakReference<Object> garbage = new WeakReference<>(new Object());

        await().until(() -> {
            System.gc();
            return garbage.get() == null;
        });

        assertThat(registry.get("warmpath.sessions").gauge().value()).isEqualTo(1);
    }
}
