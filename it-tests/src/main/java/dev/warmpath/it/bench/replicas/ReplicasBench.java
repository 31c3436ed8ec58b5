package dev.warmpath.it.bench.replicas;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.BenchReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs bursts and conversations over one router and over several, and holds the several against the one. */
public final class ReplicasBench {

    /** Of the hottest target's share, by what one router would have given it. */
    static final double MOST_SHARE = 1.3;

    /** Of the hit rate at the most routers, by that of one. */
    static final double LEAST_HITS = 0.99;

    private final ReplicasPlan plan;
    private final BenchReport report;

    public ReplicasBench(ReplicasPlan plan) {
        this.plan = plan;
        this.report = new BenchReport("replicas", plan.seed());
    }

    /** What was found; its JSON says in {@code reached} whether several routers did as well as one. */
    public BenchReport run(List<Integer> replicas) throws InterruptedException {
        boolean shared = bursts() <= MOST_SHARE;
        boolean hit = conversations(replicas) >= LEAST_HITS;
        report.json().put("reached", shared && hit);
        return report;
    }

    /** How much more the hottest target got from several routers that share. */
    private double bursts() throws InterruptedException {
        Burst burst = new Burst(plan);
        report.table(
                plan.burst() + " identical prompts at once, over " + plan.workers() + " workers that are equally busy",
                "over",
                "workers used",
                "most at one",
                "of what one router gave");
        ArrayNode json = report.json().putArray("bursts");
        int one = burst("1 router", 1, true, burst.run(1, false), 0, json);
        String several = plan.burstRouters() + " routers";
        int with = burst(
                several + ", sharing", plan.burstRouters(), true, burst.run(plan.burstRouters(), true), one, json);
        burst(several + ", not sharing", plan.burstRouters(), false, burst.run(plan.burstRouters(), false), one, json);
        return (double) with / one;
    }

    private int burst(String name, int routers, boolean sharing, Map<String, Integer> shares, int one, ArrayNode json) {
        int most = Collections.max(shares.values());
        double ratio = one == 0 ? 1 : (double) most / one;
        report.row(name, Integer.toString(shares.size()), Integer.toString(most), digits(2, ratio));
        json.addObject()
                .put("routers", routers)
                .put("sharing", sharing)
                .put("workersUsed", shares.size())
                .put("mostAtOne", most)
                .put("ofOneRouter", ratio);
        return most;
    }

    /** The hit rate at the most routers, as a share of that of one. */
    private double conversations(List<Integer> replicas) throws InterruptedException {
        Conversations conversations = new Conversations(plan);
        List<Conversations.HitRate> rates = new ArrayList<>();
        for (int routers : replicas) {
            rates.add(conversations.run(routers, true));
        }
        report.table(
                plan.sessions() + " conversations of " + plan.turns() + " turns",
                "routers",
                "prompts",
                "tokens",
                "hit rate",
                "of one router's");
        ArrayNode json = report.json().putArray("hitRates");
        double one = rates.get(0).rate();
        for (Conversations.HitRate it : rates) {
            report.row(
                    Integer.toString(it.routers()),
                    Long.toString(it.prompts()),
                    Long.toString(it.tokens()),
                    digits(4, it.rate()),
                    digits(4, it.rate() / one));
            ObjectNode row = json.addObject();
            row.put("routers", it.routers()).put("prompts", it.prompts()).put("tokens", it.tokens());
            row.put("hitRate", it.rate()).put("ofOneRouter", it.rate() / one);
        }
        return rates.get(rates.size() - 1).rate() / one;
    }

    private static String digits(int count, double number) {
        return String.format(Locale.ROOT, "%." + count + "f", number);
    }
}
