package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Tier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What design 3.2 says, computed from scratch each time it is asked for: blocks are lists of tokens, caches and running
 * requests are sets of them, charges are summed with powers, and pairs are tried one by one. Shares no code with what it
 * checks. One model (in the sense of a served model): all its targets compete for the same requests.
 */
final class NaiveModel {

    static final double DECAY = 0.97;
    static final long EXPECTED_NANOS = 2_000_000_000L;

    static final class NaiveTarget {
        final Candidate candidate;
        final Role role;
        final int blockSize;
        final double trust;
        /** Texts of host, rail, rack and zone; null for a target that carries no label. */
        final @Nullable List<@Nullable String> labels;

        final Set<List<Integer>> device = new HashSet<>();
        final Set<List<Integer>> host = new HashSet<>();
        final Set<List<Integer>> disk = new HashSet<>();
        final List<NaiveLeg> legs = new ArrayList<>();
        boolean eligible = true;

        NaiveTarget(Candidate candidate, int blockSize, double trust, @Nullable List<@Nullable String> labels) {
            this.labels = labels;
            this.candidate = candidate;
            this.role = candidate.role();
            this.blockSize = blockSize;
            this.trust = trust;
        }

        Set<List<Integer>> cache(Tier tier) {
            return switch (tier) {
                case DEVICE -> device;
                case HOST -> host;
                case DISK -> disk;
            };
        }
    }

    /** A leg that was booked. Of an unhashed prompt the tokens are null. */
    static final class NaiveLeg {
        final int @Nullable [] tokens;
        final int request;
        final Overlap overlap;
        final int blockSize;
        /** Once its prefill is done. */
        long expectedUntil = Long.MAX_VALUE;

        /** The prefill leg before it; null where there is none. */
        @Nullable
        NaiveLeg prefill;
        /** Blocks that it added to its target's. */
        long added;
        /** How many had waited for a prefill before it. */
        int waited;
        /** How many have to arrive, from the start, until it is no longer waited for. */
        long patience;

        long generated;
        boolean prefillDone;
        boolean ended;
        boolean withdrawn;
        boolean refunded;

        NaiveLeg(int @Nullable [] tokens, int request, Overlap overlap, int blockSize) {
            this.blockSize = blockSize == 0 ? 16 : blockSize;
            this.tokens = tokens;
            this.request = request;
            this.overlap = overlap;
        }

        /** Waits on its decode target for its prefill, and has not shown otherwise. */
        boolean waits() {
            int tail = tokens == null ? 0 : tokens.length % blockSize;
            return !ended && prefill != null && !prefill.prefillDone && tail + generated < blockSize;
        }

        /** The time runs from the first end. */
        void prefillDone(long now) {
            expectedUntil = prefillDone ? expectedUntil : now + EXPECTED_NANOS;
            prefillDone = true;
        }
    }

    record Overlap(int blocks, int device, int host, int disk, double missed) {
        int matched() {
            return device + host + disk;
        }
    }

    record NaivePairing(Protocol protocol, List<NaiveTarget> prefill, List<NaiveTarget> decode) {}

    record Way(NaiveTarget first, @Nullable NaiveTarget second, double cost) {}

    final List<NaivePairing> pairings = new ArrayList<>();
    /** Cost of each block that moves from one target to another; infinite for a pair that must not be. */
    final ToDoubleBiFunction<NaiveTarget, NaiveTarget> transfer;

    final boolean nearOnly;
    int requests;
    /** How many ran, after a prefill elsewhere, when each decode leg was booked. */
    final List<Integer> ran = new ArrayList<>();
    /** Decode legs that wait for their prefill. */
    private final List<NaiveLeg> waiting = new ArrayList<>();
    /** Those of them, in the order of their bookings, for whom others wait. */
    private final List<NaiveLeg> line = new ArrayList<>();

    private long arrived;

    NaiveModel(ToDoubleBiFunction<NaiveTarget, NaiveTarget> transfer, boolean nearOnly) {
        this.nearOnly = nearOnly;
        this.transfer = transfer;
    }

    List<NaiveTarget> targets() {
        List<NaiveTarget> all = new ArrayList<>();
        for (NaivePairing pairing : pairings) {
            all.addAll(pairing.prefill());
            all.addAll(pairing.decode());
        }
        return all;
    }

    static List<List<Integer>> blocks(int[] tokens, int blockSize) {
        List<List<Integer>> blocks = new ArrayList<>();
        for (int end = blockSize; end <= tokens.length; end += blockSize) {
            List<Integer> upTo = new ArrayList<>();
            for (int i = 0; i < end; i++) {
                upTo.add(tokens[i]);
            }
            blocks.add(upTo);
        }
        return blocks;
    }

    Overlap overlap(NaiveTarget target, int @Nullable [] tokens, long now) {
        if (tokens == null) {
            return new Overlap(0, 0, 0, 0, 0);
        }
        if (target.blockSize == 0) {
            int full = targets().stream()
                    .mapToInt(other -> other.blockSize == 0 ? 0 : tokens.length / other.blockSize)
                    .max()
                    .orElse(0);
            full = full > 0 ? full : (int) Math.ceil(tokens.length / 16.0);
            return new Overlap(full, 0, 0, 0, full);
        }
        List<List<Integer>> blocks = blocks(tokens, target.blockSize);
        int[] held = new int[3];
        double credit = 0;
        for (List<Integer> block : blocks) {
            int tier;
            if (target.device.contains(block) || expected(target, block, now)) {
                tier = 0;
            } else if (target.host.contains(block)) {
                tier = 1;
            } else if (target.disk.contains(block)) {
                tier = 2;
            } else {
                break;
            }
            held[tier]++;
            credit += new double[] {1, 0.75, 0.25}[tier] * target.trust;
        }
        return new Overlap(blocks.size(), held[0], held[1], held[2], blocks.size() - credit);
    }

    private static boolean expected(NaiveTarget target, List<Integer> block, long now) {
        for (NaiveLeg leg : target.legs) {
            if (target.role != Role.DECODE && leg.tokens != null && !leg.withdrawn && now < leg.expectedUntil) {
                List<List<Integer>> blocks = blocks(leg.tokens, target.blockSize);
                if (blocks.subList(leg.overlap.matched(), blocks.size()).contains(block)) {
                    return true;
                }
            }
        }
        return false;
    }

    static int requests(NaiveTarget target) {
        int requests = 0;
        for (NaiveLeg leg : target.legs) {
            boolean over = leg.ended || (target.role == Role.PREFILL && leg.prefillDone);
            requests += over ? 0 : 1;
        }
        return requests;
    }

    static long inflight(NaiveTarget target) {
        long work = 0;
        Set<List<Integer>> distinct = new HashSet<>();
        for (NaiveLeg leg : target.legs) {
            if (leg.ended) {
                continue;
            }
            if (target.role != Role.DECODE && !leg.prefillDone) {
                work += leg.tokens == null ? 1 : Math.round(leg.overlap.missed());
            }
            if (target.role != Role.PREFILL) {
                int blockSize = target.blockSize == 0 ? 16 : target.blockSize;
                int tail = leg.tokens == null ? 0 : leg.tokens.length % blockSize;
                work += (tail + leg.generated) / blockSize;
                if (leg.tokens == null) {
                    work += 1;
                } else if (target.blockSize == 0) {
                    work += leg.overlap.blocks();
                } else {
                    distinct.addAll(blocks(leg.tokens, target.blockSize));
                }
            }
        }
        return work + distinct.size();
    }

    private Stream<NaiveLeg> handedOver() {
        return targets().stream()
                .filter(target -> target.role == Role.DECODE)
                .flatMap(target -> target.legs.stream())
                .filter(leg -> !leg.ended);
    }

    /** Legs that run after a prefill elsewhere. */
    int running() {
        return (int) handedOver().filter(leg -> !leg.waits()).count();
    }

    /** @param running when it was booked */
    void await(NaiveLeg leg, NaiveLeg prefill, int running) {
        leg.prefill = prefill;
        leg.waited = ran.size();
        leg.patience = arrived + 4L * (line.size() + running);
        ran.add(running);
        waiting.add(leg);
        line.add(leg);
    }

    /** To be called whenever something happened to one leg. */
    void settle() {
        for (NaiveLeg leg : List.copyOf(waiting)) {
            if (!leg.waits()) {
                waiting.remove(leg);
                arrived += line.remove(leg) && !leg.ended ? 1 : 0;
            }
        }
        while (!line.isEmpty() && line.get(0).patience < arrived) {
            line.remove(0);
        }
    }

    /** The chance that a leg which is booked now will meet this one on a decode target. */
    private double meets(NaiveLeg leg) {
        if (!leg.waits()) {
            return Math.exp(-(double) line.size() / Math.max(1, running()));
        }
        double meets = 1;
        for (int others : ran.subList(leg.waited + 1, ran.size())) {
            meets *= Math.exp(-1.0 / Math.max(1, others));
        }
        return meets;
    }

    double metRequests(NaiveTarget target) {
        return target.legs.stream()
                .filter(leg -> !leg.ended)
                .mapToDouble(this::meets)
                .sum();
    }

    /** In flight, as far as a leg that is booked now will meet it. */
    double met(NaiveTarget target) {
        if (target.role != Role.DECODE) {
            return inflight(target);
        }
        double met = 0;
        double running = inflight(target);
        for (NaiveLeg leg : target.legs) {
            if (leg.waits()) {
                met += leg.added * meets(leg);
                running -= leg.added;
            }
        }
        return met + running * Math.exp(-(double) line.size() / Math.max(1, running()));
    }

    double recent(NaiveTarget target) {
        double recent = 0;
        for (NaiveLeg leg : target.legs) {
            if (target.role != Role.DECODE && !leg.refunded) {
                recent += (leg.tokens == null ? 1 : leg.overlap.missed()) * Math.pow(DECAY, requests - leg.request);
            }
        }
        return recent;
    }

    double cost(NaiveTarget target, int @Nullable [] tokens, OverlapWeights weights, long now) {
        Double mixed = weights.mixed();
        double weight = target.role == Role.PREFILL
                ? weights.prefill()
                : target.role == Role.DECODE ? weights.decode() : mixed == null ? 0 : mixed;
        return weight * overlap(target, tokens, now).missed() + met(target) + recent(target) + crowd(target);
    }

    /** 12288 tokens of KV for each request beyond one more than the mean of the decode targets beside it. */
    double crowd(NaiveTarget target) {
        List<NaiveTarget> beside = pairings.stream()
                .map(NaivePairing::decode)
                .filter(side -> side.contains(target))
                .flatMap(List::stream)
                .filter(other -> other.eligible)
                .toList();
        double mean = beside.stream().mapToDouble(this::metRequests).average().orElse(metRequests(target));
        double blocks = 12288.0 / (target.blockSize == 0 ? 16 : target.blockSize);
        return blocks * Math.max(0, metRequests(target) - mean - 1);
    }

    /** Where nobody says where it stands, and nobody asks, all pairs cost the same. */
    private double transfer(
            NaivePairing pairing, NaiveTarget first, NaiveTarget second, int @Nullable [] tokens, long now) {
        boolean told = Stream.concat(pairing.prefill().stream(), pairing.decode().stream())
                .anyMatch(target -> target.labels != null);
        double perBlock = told || nearOnly ? transfer.applyAsDouble(first, second) : 0;
        return perBlock * Math.max(1, overlap(second, tokens, now).missed());
    }

    /** Every way that there is. */
    List<Way> ways(int @Nullable [] tokens, OverlapWeights weights, long now) {
        List<Way> ways = new ArrayList<>();
        for (NaivePairing pairing : pairings) {
            for (NaiveTarget first : pairing.prefill()) {
                if (!first.eligible) {
                    continue;
                }
                double firstCost = cost(first, tokens, weights, now);
                if (pairing.protocol() == Protocol.NONE) {
                    ways.add(new Way(first, null, firstCost));
                }
                for (NaiveTarget second : pairing.decode()) {
                    if (second.eligible) {
                        double between = transfer(pairing, first, second, tokens, now);
                        if (Double.isInfinite(between)) {
                            continue;
                        }
                        ways.add(new Way(first, second, firstCost + cost(second, tokens, weights, now) + between));
                    }
                }
            }
        }
        return ways;
    }
}
