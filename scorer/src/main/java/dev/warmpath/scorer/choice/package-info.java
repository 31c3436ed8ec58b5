/**
 * The choice: cost of every candidate, the cheapest compatible pair, booked in the same step; and the same computation
 * told as an explanation. Callers bring the candidates; nothing here knows where they come from.
 */
@NullMarked
package dev.warmpath.scorer.choice;

import org.jspecify.annotations.NullMarked;
