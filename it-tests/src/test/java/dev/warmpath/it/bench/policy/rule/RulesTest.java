package dev.warmpath.it.bench.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.bench.policy.fleet.Placement;
import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.it.bench.policy.fleet.Rule;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whom each rule takes, on four prefill and two decode ranks. */
class RulesTest {

    private static final int BLOCK = 16;

    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final List<RankIndex> prefill = ranks("prefill", 4);
    private final List<RankIndex> decode = ranks("decode", 2);
    private final RouterView view = new RouterView(BLOCK, index, prefill, decode, () -> 0);

    @Test
    void roundRobinTakesEachInTurnOnEitherSide() {
        Rule rule = new RoundRobin(view);
        List<Placement> placed =
                IntStream.range(0, 5).mapToObj(i -> rule.place(prompt(i, 160))).toList();

        assertThat(placed).extracting(Placement::prefill).containsExactly(0, 1, 2, 3, 0);
        assertThat(placed).extracting(Placement::decode).containsExactly(0, 1, 0, 1, 0);
    }

    @Test
    void leastLoadedCountsPrefillsUntilTheyAreDoneAndAnswersUntilTheyEnd() {
        Rule rule = new LeastLoaded(view);
        List<Placement> placed =
                IntStream.range(0, 4).mapToObj(i -> rule.place(prompt(i, 160))).toList();
        placed.get(2).prefillDone();
        placed.get(1).ended();

        Placement next = rule.place(prompt(9, 160));

        assertThat(next.prefill()).isEqualTo(placed.get(2).prefill());
        assertThat(next.decode()).isEqualTo(placed.get(1).decode());
    }

    @Test
    void consistentHashingKeepsWhatBeginsAlikeTogetherUntilItsRankHasNoRoom() {
        Rule rule = new ConsistentHash(view, 7);
        int[] beginning = tokens(1, ConsistentHash.KEY_TOKENS);
        int home = -1;
        for (int i = 0; i < 5; i++) {
            Placement placed = rule.place(prompt(append(beginning, tokens(100 + i, 320))));
            home = home < 0 ? placed.prefill() : home;
            assertThat(placed.prefill()).isEqualTo(home);
            placed.prefillDone();
            placed.ended();
        }
        List<Integer> burst = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            burst.add(rule.place(prompt(append(beginning, tokens(200 + i, 320))))
                    .prefill());
        }
        assertThat(burst)
                .as("nobody may have more than 1.25 times the mean")
                .contains(home)
                .doesNotHaveDuplicates();
    }

    @Test
    void cacheThresholdFollowsItsHistoryOnlyFromThreeTenthsOn() {
        Rule rule = new CacheThreshold(view);
        int[] conversation = tokens(1, 480);
        int home = rule.place(prompt(conversation)).prefill();
        rule.place(prompt(2, 160));

        assertThat(rule.place(prompt(append(conversation, tokens(3, 160)))).prefill())
                .as("three quarters were sent there")
                .isEqualTo(home);
        assertThat(rule.place(prompt(append(conversation, tokens(4, 1600)))).prefill())
                .as("23 % were sent there, and others are idle")
                .isNotEqualTo(home);
    }

    @Test
    void cacheThresholdForgetsAffinityOnceTheFleetIsOutOfBalance() {
        Rule rule = new CacheThreshold(view);
        HashedPrompt same = prompt(1, 480);
        int home = rule.place(same).prefill();
        for (int i = 0; i < 64; i++) {
            assertThat(rule.place(same).prefill()).isEqualTo(home);
        }
        assertThat(rule.place(same).prefill()).as("65 more than the fewest").isNotEqualTo(home);
    }

    @Test
    void dynamoWeighsBlocksThatWaitAgainstBlocksThatAreCached() {
        Rule rule = new DynamoLaw(view);
        int[] warm = tokens(1, 640);
        hold(prefill.get(2), warm);

        Placement first = rule.place(prompt(append(warm, tokens(2, 480))));
        assertThat(first.prefill()).as("40 of 70 blocks are there").isEqualTo(2);
        assertThat(rule.place(prompt(append(warm, tokens(3, 16)))).prefill())
                .as("30 blocks wait there, and 40 are saved")
                .isEqualTo(2);
        assertThat(rule.place(prompt(append(warm, tokens(4, 16)))).prefill())
                .as("31 blocks wait there, and 40 are saved")
                .isEqualTo(2);
        rule.place(prompt(append(warm, tokens(5, 480))));
        assertThat(rule.place(prompt(append(warm, tokens(6, 16)))).prefill())
                .as("62 blocks wait there, and 40 are saved")
                .isNotEqualTo(2);
    }

    @Test
    void dynamoDecodesWhereTheFewestBlocksRun() {
        Rule rule = new DynamoLaw(view);
        Placement large = rule.place(prompt(1, 6400));
        Placement small = rule.place(prompt(2, 160));
        assertThat(small.decode()).isNotEqualTo(large.decode());
        assertThat(rule.place(prompt(3, 160)).decode()).isEqualTo(small.decode());
        small.generated(6400);
        assertThat(rule.place(prompt(4, 160)).decode()).isEqualTo(large.decode());
    }

    @Test
    void theRoutersOwnLawIsItsChooser() {
        Rule rule = new WarmpathLaw(view, ScoringSettings.withWeights(20, 2, null));
        int[] warm = tokens(1, 640);
        hold(prefill.get(3), warm);
        hold(decode.get(1), warm);

        Placement placed = rule.place(prompt(append(warm, tokens(2, 160))));

        assertThat(placed.prefill()).isEqualTo(3);
        assertThat(placed.decode()).isEqualTo(1);
    }

    private List<RankIndex> ranks(String role, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> index.addRank(new Target("http://" + role, i), BLOCK))
                .toList();
    }

    private static void hold(RankIndex rank, int[] tokens) {
        long[] engine = IntStream.range(0, tokens.length / BLOCK).asLongStream().toArray();
        rank.apply(new BlockStored(engine, false, 0, tokens, BLOCK, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
    }

    private static HashedPrompt prompt(int first, int count) {
        return prompt(tokens(first, count));
    }

    private static HashedPrompt prompt(int[] tokens) {
        return HashedPrompt.of(tokens, tokens.length, tokens.length, CacheNamespace.PLAIN);
    }

    private static int[] tokens(int first, int count) {
        return IntStream.range(0, count).map(i -> first * 100_000 + i).toArray();
    }

    private static int[] append(int[] head, int[] tail) {
        int[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }
}
