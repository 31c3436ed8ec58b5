package dev.warmpath.scorer.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any sequence of events, on ranks that come and go, leaves the index saying what {@link NaiveRank} says. Tokens are few
 * and chains short, so that ranks, namespaces and groups meet in the same blocks all the time; now and then an engine
 * lies about a hash, a parent or a block size.
 */
class PrefixIndexModelTest {

    private static final int BLOCK_SIZE = 2;
    private static final int DEPTH = 6;
    private static final int STEPS = 2_000;
    private static final Duration TTL = Duration.ofNanos(500);
    private static final List<Tier> TIERS = List.of(Tier.values());
    private static final List<CacheNamespace> NAMESPACES =
            List.of(CacheNamespace.PLAIN, new CacheNamespace("ad1", null), new CacheNamespace(null, "tenantA"));

    static long[] seeds() {
        return new Random(20261130).longs(16).toArray();
    }

    private record Rank(RankIndex real, NaiveRank naive) {}

    private static final class Ticket {
        final long id;
        final Rank rank;
        boolean settled;
        long deadline;

        Ticket(long id, Rank rank) {
            this.id = id;
            this.rank = rank;
        }
    }

    private record Prompt(CacheNamespace namespace, int[] tokens) {
        List<String> identities() {
            List<String> identities = new ArrayList<>();
            String parent = NaiveRank.root(namespace);
            for (int i = 0; i + BLOCK_SIZE <= tokens.length; i += BLOCK_SIZE) {
                parent = NaiveRank.next(parent, NaiveRank.content(tokens, i, BLOCK_SIZE, 0));
                identities.add(parent);
            }
            return identities;
        }

        long[] chain() {
            return HashedPrompt.of(tokens, tokens.length, tokens.length, namespace)
                    .chain(BLOCK_SIZE);
        }
    }

    /** One run: the index, its model, and the events that random numbers make. */
    private static final class Run {
        final Random random;
        final PrefixIndex index = new PrefixIndex(Events.bounds(1_000_000, 10_000_000, 1_000_000, 1_000_000), TTL);
        final List<Rank> ranks = new ArrayList<>();
        final List<Ticket> tickets = new ArrayList<>();
        final Matches matches = new Matches();
        long now = Long.MAX_VALUE - 1_000;
        int nextRank;

        Run(long seed) {
            random = new Random(seed);
        }

        void addRank() {
            RankIndex real = index.addRank(Events.target(nextRank++), BLOCK_SIZE);
            ranks.add(new Rank(real, new NaiveRank(BLOCK_SIZE)));
        }

        void removeRank(Rank rank) {
            index.removeRank(rank.real);
            ranks.remove(rank);
            tickets.removeIf(ticket -> ticket.rank.equals(rank));
        }

        void step() {
            now += random.nextInt(5);
            expire();
            int dice = random.nextInt(1_000);
            if (dice < 8 || ranks.isEmpty()) {
                addRank();
            } else if (dice < 14) {
                removeRank(anyRank());
            } else if (dice < 20) {
                Rank rank = anyRank();
                rank.real.drop();
                rank.naive.clear();
                forgetTickets(rank);
            } else if (dice < 26) {
                apply(anyRank(), new AllBlocksCleared());
            } else if (dice < 450) {
                apply(anyRank(), stored());
            } else if (dice < 550) {
                apply(anyRank(), placeholder());
            } else if (dice < 900) {
                apply(anyRank(), removed());
            } else if (dice < 950) {
                expect();
            } else if (dice < 980) {
                settle();
            } else if (!tickets.isEmpty()) {
                Ticket ticket = tickets.remove(random.nextInt(tickets.size()));
                index.withdraw(ticket.id);
                ticket.rank.naive.stopExpecting(ticket.id);
            }
        }

        void apply(Rank rank, KvEvent event) {
            rank.real.apply(event);
            rank.naive.apply(event);
            if (event instanceof AllBlocksCleared) {
                forgetTickets(rank);
            }
        }

        private void forgetTickets(Rank rank) {
            tickets.removeIf(ticket -> ticket.rank.equals(rank));
        }

        void expect() {
            Rank rank = anyRank();
            Prompt prompt = prompt();
            long[] chain = prompt.chain();
            int from = random.nextInt(chain.length + 1);
            long id = index.expect(rank.real, chain, from, chain.length, false);
            if (from == chain.length) {
                assertThat(id).isZero();
                return;
            }
            rank.naive.expect(id, prompt.identities().subList(from, chain.length));
            tickets.add(new Ticket(id, rank));
        }

        /** Some are settled twice, and then the first time counts. */
        void settle() {
            if (tickets.isEmpty()) {
                return;
            }
            Ticket ticket = tickets.get(random.nextInt(tickets.size()));
            index.settle(ticket.id, now);
            ticket.rank.naive.settle(ticket.id);
            if (!ticket.settled) {
                ticket.settled = true;
                ticket.deadline = now + TTL.toNanos();
            }
        }

        void expire() {
            index.expire(now);
            for (Ticket ticket : List.copyOf(tickets)) {
                if (ticket.settled && now - ticket.deadline >= 0) {
                    tickets.remove(ticket);
                    ticket.rank.naive.stopExpecting(ticket.id);
                }
            }
        }

        Rank anyRank() {
            return ranks.get(random.nextInt(ranks.size()));
        }

        Prompt prompt() {
            int[] tokens = new int[random.nextInt(DEPTH * BLOCK_SIZE + 1)];
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = random.nextInt(2);
            }
            return new Prompt(NAMESPACES.get(random.nextInt(NAMESPACES.size())), tokens);
        }

        /** An honest engine names a block after its whole history; one in twenty times it does not. */
        long engineHash(CacheNamespace namespace, int[] tokens, int blocks) {
            if (random.nextInt(20) == 0) {
                return random.nextInt(4);
            }
            return 31L * Arrays.hashCode(Arrays.copyOf(tokens, blocks * BLOCK_SIZE)) + namespace.hashCode();
        }

        BlockStored stored() {
            Prompt prompt = prompt();
            int blocks = prompt.tokens.length / BLOCK_SIZE;
            int from = blocks == 0 ? 0 : random.nextInt(blocks);
            int length = blocks - from;
            long[] hashes = new long[length];
            for (int i = 0; i < length; i++) {
                hashes[i] = engineHash(prompt.namespace, prompt.tokens, from + i + 1);
            }
            int blockSize = random.nextInt(30) == 0 && length == 1 ? 1 : BLOCK_SIZE;
            return new BlockStored(
                    hashes,
                    from > 0,
                    from > 0 ? engineHash(prompt.namespace, prompt.tokens, from) : 0,
                    Arrays.copyOfRange(prompt.tokens, from * BLOCK_SIZE, from * BLOCK_SIZE + length * blockSize),
                    blockSize,
                    tier(),
                    group(),
                    prompt.namespace,
                    extraKeys(length));
        }

        private long @Nullable [] extraKeys(int length) {
            if (random.nextInt(10) != 0) {
                return null;
            }
            long[] keys = new long[length];
            for (int i = 0; i < length; i++) {
                keys[i] = random.nextInt(2);
            }
            return keys;
        }

        BlockStored placeholder() {
            return new BlockStored(someHashes(), false, 0, new int[0], 0, tier(), group(), CacheNamespace.PLAIN, null);
        }

        BlockRemoved removed() {
            return new BlockRemoved(someHashes(), tier(), group());
        }

        private long[] someHashes() {
            Prompt prompt = prompt();
            int blocks = prompt.tokens.length / BLOCK_SIZE;
            int from = random.nextInt(blocks + 1);
            long[] hashes = new long[blocks - from];
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = engineHash(prompt.namespace, prompt.tokens, from + i + 1);
            }
            return hashes;
        }

        private Tier tier() {
            return TIERS.get(random.nextInt(TIERS.size()));
        }

        private int group() {
            return random.nextInt(3) - 1;
        }

        void check() {
            Prompt prompt = prompt();
            long[] chain = prompt.chain();
            List<String> identities = prompt.identities();
            index.match(chain, chain.length, matches);
            for (Rank rank : ranks) {
                int slot = rank.real.slot();
                int length = 0;
                int[] byTier = new int[3];
                for (; length < chain.length; length++) {
                    Tier best = rank.naive.bestTier(identities.get(length));
                    if (best == null) {
                        break;
                    }
                    byTier[TierBits.number(best)]++;
                }
                assertThat(matches.blocks(slot)).isEqualTo(length);
                assertThat(new int[] {
                            matches.blocks(slot, Tier.DEVICE),
                            matches.blocks(slot, Tier.HOST),
                            matches.blocks(slot, Tier.DISK)
                        })
                        .containsExactly(byTier);
            }
        }

        void checkCounts() {
            long all = 0;
            for (Rank rank : ranks) {
                for (Tier tier : Tier.values()) {
                    assertThat(rank.real.blocks(tier)).isEqualTo(rank.naive.blocks(tier));
                    assertThat(rank.real.hashes(tier)).hasSize((int) rank.naive.blocks(tier));
                    all += rank.naive.blocks(tier);
                }
                assertThat(rank.real.status().orphansWaiting()).isEqualTo(rank.naive.waiting());
            }
            assertThat(index.memberships()).isEqualTo(all);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void indexSaysWhatTheModelSays(long seed) {
        Run run = new Run(seed);
        long empty = run.index.bytes();
        for (int i = 0; i < STEPS; i++) {
            run.step();
            for (int n = 0; n < 3; n++) {
                run.check();
            }
            if (i % 20 == 0) {
                run.checkCounts();
            }
        }
        assertThat(run.index.bytes()).isGreaterThan(empty);

        while (!run.ranks.isEmpty()) {
            run.removeRank(run.ranks.get(0));
        }
        run.index.expire(run.now + TTL.toNanos());
        assertThat(run.index.memberships()).isZero();
        assertThat(run.index.expectedBlocks()).isZero();
        assertThat(run.index.bytes()).isEqualTo(empty);
    }
}
