package dev.warmpath.scorer.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.scoring.TransferSettings.Label;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.choice.NaiveModel.NaiveLeg;
import dev.warmpath.scorer.choice.NaiveModel.NaivePairing;
import dev.warmpath.scorer.choice.NaiveModel.NaiveTarget;
import dev.warmpath.scorer.choice.NaiveModel.Overlap;
import dev.warmpath.scorer.choice.NaiveModel.Way;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.load.Booking;
import dev.warmpath.scorer.load.LoadStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random fleets of two models, random caches, prompts, bookings and their ends, held against {@link NaiveModel} at every
 * step: what is chosen costs no more than anything else would, what is explained is what is chosen, loads are equal, and
 * in the end all are back to zero.
 */
class ChoicePropertyTest {

    private static final double CLOSE = 1e-5;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 24);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void choosesWhatTheCostLawSays(long seed) {
        new Run(seed).run();
    }

    private record OpenLeg(NaiveTarget target, NaiveLeg leg, Booking booking) {}

    private static final class Run {
        private final String when;
        private final Random random;
        private final TestFleet fleet;
        private final boolean placed;
        private final List<NaiveModel> models = new ArrayList<>();
        private final Map<List<Integer>, Long> engineHashes = new HashMap<>();
        private final List<OpenLeg> open = new ArrayList<>();
        private String step = "";

        Run(long seed) {
            when = "seed " + seed;
            random = new Random(seed);
            // Every third run looks at sides, the others at pairs; of those, every other makes near pairs only.
            placed = seed % 3 != 0;
            Label require = seed % 3 == 1 ? Label.RACK : null;
            TransferSettings costs = new TransferSettings(0, 0.5, 1, 2.5, 10, require);
            fleet = new TestFleet(ScoringSettings.withWeights(20, 2, 5.0).withTransfer(costs));
            for (int i = 0; i < 2; i++) {
                NaiveModel model = new NaiveModel((p, d) -> perBlock(p, d, require != null), require != null);
                for (int pairings = 1 + random.nextInt(3); pairings > 0; pairings--) {
                    boolean mixed = random.nextInt(3) == 0;
                    model.pairings.add(new NaivePairing(
                            mixed ? Protocol.NONE : Protocol.VLLM_NIXL,
                            targets(mixed ? Role.MIXED : Role.PREFILL, 5),
                            mixed ? List.of() : targets(Role.DECODE, 5)));
                }
                models.add(model);
            }
        }

        private List<NaiveTarget> targets(Role role, int most) {
            List<NaiveTarget> targets = new ArrayList<>();
            for (int count = random.nextInt(most + 1); count > 0; count--) {
                int blockSize = new int[] {4, 4, 4, 8, 0}[random.nextInt(5)];
                double trust = new double[] {1, 1, 0.5, 0}[random.nextInt(4)];
                List<@Nullable String> labels = placed ? labels() : null;
                TopologyLabels told = labels == null
                        ? null
                        : new TopologyLabels(labels.get(0), labels.get(1), labels.get(2), labels.get(3));
                targets.add(new NaiveTarget(fleet.target(role, blockSize, trust, told), blockSize, trust, labels));
            }
            return targets;
        }

        /** Now and then none at all, though the others carry some. */
        private @Nullable List<@Nullable String> labels() {
            if (random.nextInt(6) == 0) {
                return null;
            }
            List<@Nullable String> labels = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int which = random.nextInt(4);
                labels.add(which == 3 ? null : "label " + which);
            }
            return labels;
        }

        private static double perBlock(NaiveTarget p, NaiveTarget d, boolean sameRack) {
            double[] costs = {0, 0.5, 1, 2.5};
            double cost = 10;
            boolean near = false;
            for (int i = 0; i < 4; i++) {
                String label = p.labels == null ? null : p.labels.get(i);
                if (label != null && d.labels != null && label.equals(d.labels.get(i))) {
                    cost = Math.min(cost, costs[i]);
                    near |= i == 0 || i == 2;
                }
            }
            return sameRack && !near ? Double.POSITIVE_INFINITY : cost;
        }

        void run() {
            for (int i = 0; i < 300; i++) {
                step = when + ", step " + i;
                NaiveModel model = models.get(random.nextInt(2));
                switch (random.nextInt(8)) {
                    case 0 -> events(model);
                    case 1 -> eligibility(model);
                    case 2 -> reweigh();
                    case 3 -> fleet.nanos.addAndGet(random.nextInt(1_500_000_000));
                    case 4 -> progress();
                    default -> choose(model);
                }
                end(random.nextInt(3));
                models.forEach(this::compareLoads);
            }
            end(open.size());
            models.forEach(this::compareLoads);
            models.forEach(this::runDry);
        }

        /** Expectations that an event would confirm pass first: how the two meet is the index's own matter. */
        private void events(NaiveModel model) {
            fleet.nanos.addAndGet(NaiveModel.EXPECTED_NANOS);
            for (NaiveTarget target : model.targets()) {
                if (target.blockSize == 0 || random.nextBoolean()) {
                    continue;
                }
                Tier tier = List.of(Tier.DEVICE, Tier.HOST, Tier.DISK).get(random.nextInt(3));
                Set<List<Integer>> cache = target.cache(tier);
                if (random.nextInt(3) > 0) {
                    store(target, tier, tokens());
                } else if (!cache.isEmpty()) {
                    List<Integer> block = cache.stream()
                            .min(Comparator.comparing(List::hashCode))
                            .orElseThrow();
                    cache.remove(block);
                    TestFleet.remove(target.candidate, tier, engineHash(block));
                }
            }
        }

        private void store(NaiveTarget target, Tier tier, int[] tokens) {
            List<List<Integer>> blocks = NaiveModel.blocks(tokens, target.blockSize);
            long[] hashes = blocks.stream().mapToLong(this::engineHash).toArray();
            TestFleet.store(target.candidate, tier, hashes, tokens);
            target.cache(tier).addAll(blocks);
        }

        private long engineHash(List<Integer> block) {
            return engineHashes.computeIfAbsent(block, unknown -> 1L + engineHashes.size());
        }

        /** A prefix of one of four conversations, and sometimes something new after it. */
        private int[] tokens() {
            int[] shared = TestFleet.tokens(1000 * random.nextInt(4), random.nextInt(50));
            return random.nextBoolean() ? shared : TestFleet.concat(shared, fleet.coldTokens(random.nextInt(30)));
        }

        private void eligibility(NaiveModel model) {
            for (NaiveTarget target : model.targets()) {
                target.eligible = random.nextInt(5) > 0;
                if (target.eligible) {
                    target.candidate.admit(Ineligibility.DRAINING);
                } else {
                    target.candidate.bar(Ineligibility.DRAINING);
                }
            }
        }

        private void reweigh() {
            double[] weights = {0, 0.5, 1, 2, 20};
            fleet.chooser.setWeights(new OverlapWeights(
                    weights[random.nextInt(5)], weights[random.nextInt(5)], weights[random.nextInt(5)]));
        }

        private void progress() {
            for (OpenLeg some : open) {
                if (random.nextInt(3) == 0) {
                    some.booking.prefillDone();
                    some.leg.prefillDone(fleet.nanos.get());
                    models.forEach(NaiveModel::settle);
                }
                int generated = random.nextInt(20);
                some.booking.generated(generated);
                some.leg.generated += generated;
                models.forEach(NaiveModel::settle);
            }
        }

        private void end(int count) {
            for (int i = 0; i < count && !open.isEmpty(); i++) {
                OpenLeg some = open.remove(random.nextInt(open.size()));
                some.leg.ended = true;
                switch (random.nextInt(3)) {
                    case 0 -> {
                        some.booking.release();
                        some.leg.prefillDone(fleet.nanos.get());
                    }
                    case 1 -> {
                        some.booking.fail();
                        some.leg.withdrawn = true;
                    }
                    default -> {
                        some.booking.refund();
                        some.leg.withdrawn = true;
                        some.leg.refunded = true;
                    }
                }
                some.booking.refund();
                models.forEach(NaiveModel::settle);
            }
        }

        private void choose(NaiveModel model) {
            int[] tokens = random.nextInt(6) == 0 ? null : tokens();
            HashedPrompt prompt =
                    tokens == null ? HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER) : TestFleet.prompt(tokens);
            List<Pairing> pairings = pairings(model);
            long now = fleet.nanos.get();
            List<Way> ways = model.ways(tokens, fleet.chooser.weights(), now);

            Explanation explained = fleet.chooser.explain(prompt, pairings);
            compareRows(model, tokens, explained);
            Choice choice = fleet.chooser.choose(prompt, pairings, Set.of());

            if (ways.isEmpty()) {
                assertThat(choice).as(step).isInstanceOf(Choice.NoTarget.class);
                assertThat(explained.prefill()).as(step).isNull();
                return;
            }
            Way chosen = chosen(ways, choice);
            assertThat(explained.prefill())
                    .as(step)
                    .isEqualTo(chosen.first().candidate.target());
            assertThat(explained.decode())
                    .as(step)
                    .isEqualTo(
                            chosen.second() == null
                                    ? null
                                    : chosen.second().candidate.target());
            double lowest = ways.stream().mapToDouble(Way::cost).min().orElseThrow();
            assertThat(chosen.cost()).as(step).isCloseTo(lowest, within(CLOSE));
            assertThat(ways)
                    .as("%s: the fewest in flight of those that cost the same", step)
                    .noneMatch(
                            way -> way.cost() == lowest && chosen.cost() == lowest && inflight(way) < inflight(chosen));
            book(model, tokens, chosen, choice, now);
        }

        private static int inflight(Way way) {
            NaiveTarget second = way.second();
            return NaiveModel.requests(way.first()) + (second == null ? 0 : NaiveModel.requests(second));
        }

        private Way chosen(List<Way> ways, Choice choice) {
            Candidate first;
            Candidate second;
            if (choice instanceof Choice.Pair pair) {
                first = pair.prefillTarget();
                second = pair.decodeTarget();
            } else {
                first = ((Choice.Single) choice).target();
                second = null;
            }
            return ways.stream()
                    .filter(way -> way.first().candidate == first
                            && (way.second() == null ? null : way.second().candidate) == second)
                    .findFirst()
                    .orElseThrow();
        }

        private void book(NaiveModel model, int @Nullable [] tokens, Way way, Choice choice, long now) {
            NaiveTarget decode = way.second();
            Overlap first = model.overlap(way.first(), tokens, now);
            model.requests++;
            if (decode != null) {
                Choice.Pair pair = (Choice.Pair) choice;
                Overlap second = model.overlap(decode, tokens, now);
                NaiveLeg prefill = book(model, tokens, way.first(), first, pair.prefill());
                int running = model.running();
                long before = NaiveModel.inflight(decode);
                NaiveLeg after = book(model, tokens, decode, second, pair.decode());
                after.added = NaiveModel.inflight(decode) - before;
                model.await(after, prefill, running);
            } else {
                book(model, tokens, way.first(), first, ((Choice.Single) choice).booking());
            }
        }

        private NaiveLeg book(
                NaiveModel model, int @Nullable [] tokens, NaiveTarget target, Overlap overlap, Booking booking) {
            assertThat(booking.target()).as(step).isEqualTo(target.candidate.target());
            assertThat(booking.matchedBlocks()).as(step).isEqualTo(overlap.matched());
            assertThat(booking.requestBlocks()).as(step).isEqualTo(overlap.blocks());
            assertThat(booking.predictedCachedTokens())
                    .as(step)
                    .isEqualTo(
                            tokens == null || overlap.matched() == 0
                                    ? 0
                                    : Math.min(overlap.matched(), (tokens.length - 1) / target.blockSize)
                                            * target.blockSize);
            NaiveLeg leg = new NaiveLeg(tokens, model.requests, overlap, target.blockSize);
            target.legs.add(leg);
            open.add(new OpenLeg(target, leg, booking));
            return leg;
        }

        private void compareRows(NaiveModel model, int @Nullable [] tokens, Explanation explained) {
            List<NaiveTarget> targets = model.targets();
            assertThat(explained.candidates()).as(step).hasSameSizeAs(targets);
            for (int i = 0; i < targets.size(); i++) {
                NaiveTarget target = targets.get(i);
                Explanation.Row row = explained.candidates().get(i);
                String what = step + ", " + row;
                Overlap overlap = model.overlap(target, tokens, fleet.nanos.get());
                assertThat(row.target()).as(what).isEqualTo(target.candidate.target());
                assertThat(List.of(row.blocks(), row.device(), row.host(), row.disk()))
                        .as(what)
                        .containsExactly(overlap.blocks(), overlap.device(), overlap.host(), overlap.disk());
                assertThat(row.missed()).as(what).isCloseTo(overlap.missed(), within(CLOSE));
                assertThat(row.credit()).as(what).isCloseTo(overlap.blocks() - overlap.missed(), within(CLOSE));
                assertThat(row.load())
                        .as(what)
                        .isCloseTo(model.met(target) + model.recent(target) + model.crowd(target), within(CLOSE));
                assertThat(row.cost())
                        .as(what)
                        .isCloseTo(
                                model.cost(target, tokens, fleet.chooser.weights(), fleet.nanos.get()), within(CLOSE));
                assertThat(row.ineligible()).as(what).isEqualTo(target.eligible ? null : "draining");
            }
        }

        private void compareLoads(NaiveModel model) {
            for (NaiveTarget target : model.targets()) {
                LoadStatus load = fleet.load(target.candidate);
                Target name = target.candidate.target();
                assertThat(load.requests()).as("%s, %s", step, name).isEqualTo(NaiveModel.requests(target));
                assertThat(load.inflightBlocks()).as("%s, %s", step, name).isEqualTo(NaiveModel.inflight(target));
                assertThat(load.recentBlocks()).as("%s, %s", step, name).isCloseTo(model.recent(target), within(CLOSE));
            }
        }

        /** Nothing is open; after enough bookings that charge nothing, nothing is left of any charge either. */
        private void runDry(NaiveModel model) {
            for (NaiveTarget target : model.targets()) {
                target.candidate.admit(Ineligibility.DRAINING);
            }
            for (int i = 0; i < 900; i++) {
                Choice choice = fleet.chooser.choose(
                        HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER), pairings(model), Set.of());
                if (choice instanceof Choice.Pair pair) {
                    pair.prefill().refund();
                    pair.decode().refund();
                } else if (choice instanceof Choice.Single single) {
                    single.booking().refund();
                } else {
                    return;
                }
            }
            for (NaiveTarget target : model.targets()) {
                assertThat(fleet.load(target.candidate)).as(when).isEqualTo(new LoadStatus(0, 0, 0));
            }
        }

        private static List<Pairing> pairings(NaiveModel model) {
            List<Pairing> pairings = new ArrayList<>();
            for (NaivePairing pairing : model.pairings) {
                pairings.add(new Pairing(
                        "group " + pairings.size(),
                        pairing.protocol(),
                        candidates(pairing.prefill()),
                        candidates(pairing.decode())));
            }
            return pairings;
        }

        private static List<Candidate> candidates(List<NaiveTarget> targets) {
            return targets.stream().map(target -> target.candidate).toList();
        }
    }
}
