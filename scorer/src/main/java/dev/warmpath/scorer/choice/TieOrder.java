package dev.warmpath.scorer.choice;

import org.jspecify.annotations.Nullable;

/**
 * Which of two equally cheap ways to serve a request goes first: the one with fewer requests in flight, over both legs;
 * then the one whose first target was chosen less recently; then by the second target. Never the place in a list: that
 * would send every tie to the same target.
 *
 * <p>Over pairs this order is minimal exactly when each side's is, so looking at sides and looking at pairs agree.
 */
final class TieOrder {

    private TieOrder() {}

    static boolean before(Score first, @Nullable Score second, Score otherFirst, @Nullable Score otherSecond) {
        int order = Integer.compare(requests(first, second), requests(otherFirst, otherSecond));
        if (order == 0) {
            order = Long.compare(first.lastChosen, otherFirst.lastChosen);
        }
        if (order == 0) {
            order = Long.compare(lastChosen(second), lastChosen(otherSecond));
        }
        return order < 0;
    }

    private static int requests(Score first, @Nullable Score second) {
        return second == null ? first.requests : first.requests + second.requests;
    }

    private static long lastChosen(@Nullable Score second) {
        return second == null ? Long.MIN_VALUE : second.lastChosen;
    }
}
