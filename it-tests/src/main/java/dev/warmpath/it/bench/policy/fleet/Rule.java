package dev.warmpath.it.bench.policy.fleet;

import dev.warmpath.scorer.hash.HashedPrompt;

/** A routing rule: chooses ranks for each request as it comes. Belongs to the run's thread. */
@FunctionalInterface
public interface Rule {

    Placement place(HashedPrompt prompt);
}
