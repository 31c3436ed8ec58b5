package dev.warmpath.it.bench.policy;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.it.bench.policy.fleet.Rule;
import dev.warmpath.it.bench.policy.rule.CacheThreshold;
import dev.warmpath.it.bench.policy.rule.ConsistentHash;
import dev.warmpath.it.bench.policy.rule.DynamoLaw;
import dev.warmpath.it.bench.policy.rule.LeastLoaded;
import dev.warmpath.it.bench.policy.rule.RoundRobin;
import dev.warmpath.it.bench.policy.rule.WarmpathLaw;
import java.util.Locale;

/** The rules that are compared. */
enum RuleKind {
    ROUND_ROBIN,
    LEAST_LOADED,
    CONSISTENT_HASH,
    CACHE_THRESHOLD,
    DYNAMO,
    /** The router's own. */
    LAW;

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Rule make(RouterView view, ScoringSettings settings, long seed) {
        return switch (this) {
            case ROUND_ROBIN -> new RoundRobin(view);
            case LEAST_LOADED -> new LeastLoaded(view);
            case CONSISTENT_HASH -> new ConsistentHash(view, seed);
            case CACHE_THRESHOLD -> new CacheThreshold(view);
            case DYNAMO -> new DynamoLaw(view);
            case LAW -> new WarmpathLaw(view, settings);
        };
    }
}
