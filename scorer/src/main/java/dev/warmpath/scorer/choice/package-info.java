/**
 * The choice: cost of every candidate, the cheapest compatible pair, booked in the same step; and the same computation
 * told as an explanation. Callers bring the candidates; nothing here knows where they come from.
 *
 * <p>{@link dev.warmpath.scorer.choice.PairChooser} is the door. Behind it, in the order of a request: {@code ScoreSheet}
 * scores every candidate by the {@code CostLaw}, {@code PairSearch} finds the cheapest way, {@code Booker} books it, and
 * {@code Shortage} says why there is none. Depends on hash, index, load and feedback.
 */
@NullMarked
package dev.warmpath.scorer.choice;

import org.jspecify.annotations.NullMarked;
