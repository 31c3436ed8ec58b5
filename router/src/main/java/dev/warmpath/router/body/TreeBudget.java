package dev.warmpath.router.body;

/**
 * How many values a body may hold. Bytes alone do not bound what a body costs: two or three of them make a value, which
 * is some 250 bytes in a tree at worst, so that a body of 64 MiB could ask for gigabytes.
 *
 * <p>Numbers in lists have an allowance of their own. They are the cheapest of all (about 20 bytes in a tree, nothing
 * where they are token ids, which are read from the text), and the only values of which honest requests have millions.
 */
final class TreeBudget {

    /**
     * Values that are not numbers in lists: objects, lists, their members, strings. The most that an honest request
     * needs is a {@code logit_bias} over the largest vocabularies, 262,144 tokens; long conversations with all their
     * tools stay below 50,000. A tree of so many takes at most about 75 MB.
     */
    static final int MAX_VALUES = 300_000;

    /** Numbers in lists: several prompts of a million token ids each. */
    static final int MAX_LISTED_NUMBERS = 8_000_000;

    private int values;
    private int listedNumbers;

    /** All that was spent so far: values in the lower half, numbers in lists in the upper one. */
    long spent() {
        return ((long) listedNumbers << Integer.SIZE) + values;
    }

    /** Takes what was spent on a text before, which starts here at byte {@code at}, off the budget. */
    void spend(long cost, int at) throws BadRequest {
        listedNumbers += (int) (cost >>> Integer.SIZE);
        values += (int) cost;
        if (listedNumbers > MAX_LISTED_NUMBERS) {
            throw tooManyNumbers(at);
        }
        if (values > MAX_VALUES) {
            throw tooManyValues(at);
        }
    }

    /** Takes one value, which starts at byte {@code at}, off the budget. */
    void spend(JsonKind kind, boolean inList, int at) throws BadRequest {
        if (inList && kind == JsonKind.NUMBER) {
            if (++listedNumbers > MAX_LISTED_NUMBERS) {
                throw tooManyNumbers(at);
            }
        } else if (++values > MAX_VALUES) {
            throw tooManyValues(at);
        }
    }

    private static BadRequest tooManyNumbers(int at) {
        return BodyFault.LIMIT_EXCEEDED.atByte(at, "more than " + MAX_LISTED_NUMBERS + " numbers in lists");
    }

    private static BadRequest tooManyValues(int at) {
        return BodyFault.LIMIT_EXCEEDED.atByte(
                at, "more than " + MAX_VALUES + " values, not counting numbers in lists");
    }
}
