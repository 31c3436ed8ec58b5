package dev.warmpath.router.hints;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.choice.Choice;
import dev.warmpath.scorer.choice.Pairing;
import dev.warmpath.scorer.choice.Rendezvous;
import dev.warmpath.scorer.choice.Wish;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns hints into a wish. A session belongs to the targets that {@link Rendezvous} finds, so that every router in front of a
 * fleet agrees on them without a word. What is remembered is for a fleet that changes: a session that has begun stays with its
 * targets when workers come, which rendezvous hashing alone would give a part of all sessions to; while a target drains or
 * fails the next one takes its place, and the session comes back with it. Only a target that has left the fleet is forgotten.
 *
 * <p>Safe from any thread. Costs a hash per candidate where a session is new or its home is gone, a look-up where it is not,
 * and nothing where none is named.
 */
public final class Sessions {

    /** How far the two targets of a pair stand from each other. */
    public interface Distance {

        /** 0 where it does not matter; infinite where the two must not be a pair. */
        double between(Pairing pairing, Candidate first, Candidate second);
    }

    private final HintSettings settings;
    private final HintMetrics metrics;
    private final Distance distance;
    private final Cache<Long, Home> homes;

    /** Where a session lives. */
    private record Home(Target first, @Nullable Target second) {}

    public Sessions(HintSettings settings, HintMetrics metrics, Distance distance) {
        this.settings = settings;
        this.metrics = metrics;
        this.distance = distance;
        this.homes = Caffeine.newBuilder()
                .maximumSize(settings.maxSessions())
                .expireAfterAccess(settings.sessionTtl())
                .build();
        metrics.remembered(homes::estimatedSize);
    }

    /** Counts whether a wish came true. */
    public void chosen(Wish wish, Choice choice) {
        Candidate home = wish.first();
        if (home == null) {
            return;
        }
        if (choice instanceof Choice.Pair pair) {
            metrics.chosen(pair.prefillTarget() == home);
        } else if (choice instanceof Choice.Single single) {
            metrics.chosen(single.target() == home || single.target() == wish.second());
        }
    }

    /**
     * What a request wishes for.
     *
     * @param excluded targets that an earlier attempt failed on
     */
    public Wish wish(Hints hints, List<Pairing> pairings, Set<Target> excluded) {
        double factor = factor(hints.retention());
        Found found = hints.session() == 0 ? null : find(hints.session(), pairings, excluded);
        if (found == null) {
            return factor == 1 ? Wish.NONE : new Wish(factor, null, null, 0, false);
        }
        boolean only = settings.sessions() == SessionMode.HARD;
        return new Wish(factor, found.first(), found.second(), only ? 0 : settings.sessionBonus(), only);
    }

    private double factor(Retention retention) {
        return switch (retention) {
            case LONG -> settings.longFactor();
            case OPT_OUT -> settings.optOutFactor();
            case UNSAID, SHORT -> 1;
        };
    }

    private record Found(Candidate first, @Nullable Candidate second) {}

    private @Nullable Found find(long session, List<Pairing> pairings, Set<Target> excluded) {
        Home home = homes.getIfPresent(session);
        if (home != null) {
            Found there = at(home, pairings, excluded);
            if (there != null) {
                return there;
            }
        }
        Found found = drawn(session, pairings, excluded);
        if (found != null && (home == null || hasLeft(home, pairings))) {
            Candidate second = found.second();
            homes.put(session, new Home(found.first().target(), second == null ? null : second.target()));
        }
        return found;
    }

    /** The session's home, if all of it may be chosen. */
    private @Nullable Found at(Home home, List<Pairing> pairings, Set<Target> excluded) {
        for (Pairing pairing : pairings) {
            Candidate first = of(home.first(), pairing.prefill());
            if (first == null || !usable(first, excluded)) {
                continue;
            }
            Target target = home.second();
            if (target == null) {
                return pairing.decode().isEmpty() ? new Found(first, null) : null;
            }
            Candidate second = of(target, pairing.decode());
            if (second != null
                    && usable(second, excluded)
                    && distance.between(pairing, first, second) < Double.POSITIVE_INFINITY) {
                return new Found(first, second);
            }
        }
        return null;
    }

    private static boolean hasLeft(Home home, List<Pairing> pairings) {
        for (Pairing pairing : pairings) {
            Target second = home.second();
            if (of(home.first(), pairing.prefill()) != null
                    && (second == null || of(second, pairing.decode()) != null)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Candidate of(Target target, List<Candidate> side) {
        for (int i = 0; i < side.size(); i++) {
            if (side.get(i).target().equals(target)) {
                return side.get(i);
            }
        }
        return null;
    }

    /**
     * The first target over all pairings that have both sides, then the second inside its pairing: of those that stand
     * nearest to the first, so that a session's hand-offs are short ones for as long as it lasts.
     */
    private @Nullable Found drawn(long session, List<Pairing> pairings, Set<Target> excluded) {
        Found found = null;
        for (int i = 0; i < pairings.size(); i++) {
            Pairing pairing = pairings.get(i);
            List<Candidate> side = pairing.prefill();
            for (int j = 0; j < side.size(); j++) {
                Candidate first = side.get(j);
                if (!usable(first, excluded) || (found != null && !draws(session, first, found.first()))) {
                    continue;
                }
                Candidate second = nearest(session, pairing, first, excluded);
                if (second != null || pairing.decode().isEmpty()) {
                    found = new Found(first, second);
                }
            }
        }
        return found;
    }

    private @Nullable Candidate nearest(long session, Pairing pairing, Candidate first, Set<Target> excluded) {
        Candidate best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < pairing.decode().size(); i++) {
            Candidate some = pairing.decode().get(i);
            if (!usable(some, excluded)) {
                continue;
            }
            double far = distance.between(pairing, first, some);
            if (far < least || (far == least && best != null && draws(session, some, best))) {
                best = some;
                least = far;
            }
        }
        return best;
    }

    private static boolean draws(long session, Candidate some, Candidate other) {
        return Long.compareUnsigned(Rendezvous.draw(session, some), Rendezvous.draw(session, other)) > 0;
    }

    private static boolean usable(Candidate candidate, Set<Target> excluded) {
        return candidate.ineligible() == null && !excluded.contains(candidate.target());
    }
}
